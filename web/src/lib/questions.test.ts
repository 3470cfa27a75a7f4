import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Refusal } from "./api";
import { Asker, PAUSE } from "./questions";

interface Questions {
  reach: { asks: { space?: string; minor?: boolean; units?: Record<string, number> }; answers: { number: number } };
}

function asker() {
  let number = 0;
  const sent: string[] = [];
  const found = new Asker<Questions>("m", async (seat, question, asked, lang) => {
    sent.push(`${seat} ${question} ${JSON.stringify(asked)} ${lang}`);
    if ("space" in asked && asked.space === "nowhere") throw new Refusal(422, "invalid", "No.");
    return { answer: { number: ++number } };
  });
  found.at(1, 0, "en");
  return { found, sent };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("questions", () => {
  it("about a position that is past are refused without an error of the server", async () => {
    const found = new Asker<Questions>("m", async (_seat, _question, _asked, _lang, version) => ({ answer: version === 1 ? null : { number: version } }));
    found.at(1, 0, "en");
    await expect(found.ask("reach", {})).rejects.toMatchObject({ code: "past" });
    found.at(2, 0, "en");
    expect(await found.ask("reach", {})).toEqual({ number: 2 });
  });
  it("are asked once while the position stands", async () => {
    const { found, sent } = asker();
    await found.ask("reach", { space: "ostia", minor: true });
    await found.ask("reach", { minor: true, space: "ostia" });
    expect(sent).toHaveLength(1);
    await found.ask("reach", { units: { legion: 1 } });
    await found.ask("reach", { units: { legion: 2 } });
    expect(sent).toHaveLength(3);
    found.at(1, 0, "en");
    await found.ask("reach", { space: "ostia", minor: true });
    expect(sent).toHaveLength(3);
    found.at(2, 0, "en");
    await found.ask("reach", { space: "ostia", minor: true });
    expect(sent).toHaveLength(4);
  });

  it("are another matter for another seat and in another language", async () => {
    const { found, sent } = asker();
    await found.ask("reach", {});
    found.at(1, null, "de");
    await found.ask("reach", {});
    expect(sent).toEqual(["0 reach {} en", "null reach {} de"]);
  });

  it("that follow each other quickly are asked once, and only the last is told", async () => {
    const { found, sent } = asker();
    const heard: unknown[] = [];
    found.later("reach", { space: "ostia" }, (answer) => heard.push(answer));
    await vi.advanceTimersByTimeAsync(PAUSE / 2);
    found.later("reach", { space: "capua" }, (answer) => heard.push(answer));
    await vi.advanceTimersByTimeAsync(PAUSE * 2);
    expect(sent).toEqual(['0 reach {"space":"capua"} en']);
    expect(heard).toEqual([{ number: 1 }]);
  });

  it("are not told once the position is another", async () => {
    const { found } = asker();
    const heard: unknown[] = [];
    found.later("reach", {}, (answer) => heard.push(answer));
    found.at(2, 0, "en");
    await vi.advanceTimersByTimeAsync(PAUSE * 2);
    expect(heard).toEqual([]);
  });

  it("that are refused say so", async () => {
    const { found } = asker();
    const heard: unknown[] = [];
    found.later("reach", { space: "nowhere" }, (answer) => heard.push(answer));
    await vi.advanceTimersByTimeAsync(PAUSE * 2);
    expect(heard).toEqual([null]);
    await expect(found.ask("reach", { space: "nowhere" })).rejects.toThrow("No.");
  });
});
