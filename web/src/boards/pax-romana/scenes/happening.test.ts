import { expect, it } from "vitest";
import type { GameEvent } from "../../../lib/types";
import { icons } from "../art/icons";
import { happeningIn, signOf } from "./happening";

const told = (kind: string, data: Record<string, unknown> = {}, rule = ""): GameEvent => ({ decision: 3, type: "event", kind, text: kind, rule, data, secret: false });
const isPlace = (id: string) => ["bibracte", "lugdunum"].includes(id);

it("reads the last Event, what came of it and where", () => {
  const events = [
    told("marker"),
    told("event", { event: "barbarian-invasion" }, "PR-16.2-BARBARIAN-INVASION"),
    told("invasion", { group: "western-gauls", spaces: ["bibracte"] }),
    told("march", { side: "western-gauls", space: "lugdunum", from: "bibracte" }),
  ];
  const found = happeningIn(events, isPlace)!;
  expect([found.event, found.rule]).toEqual(["barbarian-invasion", "PR-16.2-BARBARIAN-INVASION"]);
  expect(found.told.map(({ kind }) => kind)).toEqual(["invasion", "march"]);
  expect(found.places).toEqual(["bibracte", "lugdunum"]);
});

it("is silent when no Event was drawn", () => {
  expect(happeningIn([told("march", { space: "lugdunum" })], isPlace)).toBeNull();
});

it("has a picture for every Event", () => {
  for (const event of ["conqueror", "harvest-time", "barbarian-invasion", "one of later"]) expect(icons[signOf(event)]).toBeTruthy();
});
