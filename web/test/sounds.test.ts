import { describe, expect, it } from "vitest";
import { Ear, SOUNDS, weightiest, type Heard } from "../src/lib/sounds";

const heard: Heard = { lay: "card", throw: "dice", fight: "battle" };
const events = (...kinds: string[]) => kinds.map((kind) => ({ kind }));
const moment = (decisions: number, ...kinds: string[]) => ({ decisions, events: events(...kinds) });

describe("what is heard", () => {
  it("is the weightiest of what happens at once", () => {
    expect(weightiest(events("lay", "fight", "throw"), heard)).toBe("battle");
    expect(weightiest(events("nothing"), heard)).toBeNull();
  });

  it("is not what had happened when one came in", () => {
    const ear = new Ear();
    expect(ear.hear(null, null, false, false, heard)).toBeNull();
    expect(ear.hear(moment(5, "fight"), null, true, false, heard)).toBeNull();
    expect(ear.hear(moment(6, "lay"), null, true, false, heard)).toBe("card");
  });

  it("is each thing once, as it is told", () => {
    const ear = new Ear();
    ear.hear(moment(0), null, false, false, heard);
    const now = moment(1, "lay", "throw");
    expect(ear.hear(now, now.events[0], false, false, heard)).toBe("card");
    expect(ear.hear(now, now.events[0], false, false, heard)).toBeNull();
    expect(ear.hear(now, now.events[1], false, false, heard)).toBe("dice");
    expect(ear.hear(now, null, true, false, heard)).toBe("turn");
    expect(ear.hear(now, null, true, false, heard)).toBeNull();
  });

  it("is nothing when a decision is taken back", () => {
    const ear = new Ear();
    ear.hear(moment(4), null, false, false, heard);
    expect(ear.hear(moment(3, "lay"), null, false, false, heard)).toBeNull();
  });

  it("is the end above all", () => {
    const ear = new Ear();
    ear.hear(moment(4), null, false, false, heard);
    expect(ear.hear(moment(5, "fight"), null, false, true, heard)).toBe("end");
  });
});

describe("the sounds that the games name", () => {
  it("exist", () => {
    const files = import.meta.glob<Heard>("../src/boards/*/sounds.json", { eager: true, import: "default" });
    expect(Object.keys(files).length).toBeGreaterThan(2);
    for (const [path, sounds] of Object.entries(files)) for (const sound of Object.values(sounds)) expect(SOUNDS, path).toContain(sound);
  });
});
