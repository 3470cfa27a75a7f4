import { describe, expect, it } from "vitest";
import { pointRows } from "./reckoning";

const moments = import.meta.glob<{ view: Record<string, any> }>("../../fixtures/pax-*-over.json", { import: "default", eager: true });
const outcome = (name: string) => moments[`../../fixtures/${name}.json`].view.outcome;

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
