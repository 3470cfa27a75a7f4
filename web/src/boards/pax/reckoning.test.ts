import { describe, expect, it } from "vitest";
import { pointRows } from "../../lib/reckoning";
import { holder } from "./reckoning";
import type { PaxView } from "./view";

const moments = import.meta.glob<{ view: PaxView }>("../../../fixtures/pax-*-over.json", { import: "default", eager: true });
const outcome = (name: string) => moments[`../../../fixtures/${name}.json`].view.outcome!;

describe("the table of points", () => {
  it("turns the accounts of a revolt around", () => {
    const rows = pointRows(outcome("pax-4-over").points);
    expect(rows.map(({ key }) => key)).toContain("money");
    expect(rows[0].values).toHaveLength(4);
  });

  it("is not there when Rome wins: no points are counted", () => {
    const { reason, points, scores } = outcome("pax-2-over");
    expect(reason).toBe("rome");
    expect(pointRows(points)).toEqual([]);
    expect(scores).toEqual([]);
  });
});

it("says who holds a category", () => {
  expect(holder({ held_by_rome: ["land"] }, "land")).toBe("rome");
  expect(holder({ held_by_rome: ["land"] }, "army")).toBe("players");
  expect(holder({ beaten: ["army"] }, "army")).toBe("players");
  expect(holder({}, "army")).toBeNull();
});
