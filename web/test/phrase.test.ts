import { describe, expect, it } from "vitest";
import { say, sayWord, type Book } from "../src/lib/phrase";

const BOOK: Book = {
  names: { roma: "Rome", "unit-legion": "a legion" },
  phrases: { "crumb.battle": "battle at {space}, step {step}", "label.bid": "Bid {what:talent}", "label.take": "Take {what}", "label.go": "{side:goes/go}" },
  units: { talent: ["Talent", "Talents"] },
};

describe("phrases of a game", () => {
  it("name things and count", () => {
    expect(say(BOOK, "crumb.battle", { space: "roma", step: 3 })).toBe("battle at Rome, step 3");
    expect(say(BOOK, "label.bid", { what: 1 })).toBe("Bid 1 Talent");
    expect(say(BOOK, "label.go", { side: "rome" })).toBe("goes");
  });
  it("are the key itself where the book has none", () => {
    expect(say(BOOK, "crumb.new")).toBe("crumb.new");
  });
  it("say the words of actions", () => {
    expect(sayWord(BOOK, "bid:3")).toBe("Bid 3 Talents");
    expect(sayWord(BOOK, "take:legion")).toBe("Take a legion");
    expect(sayWord(BOOK, "unknown:x")).toBe("unknown:x");
  });
});
