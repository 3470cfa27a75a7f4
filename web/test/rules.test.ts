import { afterEach, expect, it, vi } from "vitest";
import { ruleOf } from "../src/lib/rules";

const told = (status: number, body: unknown) => ({ ok: status < 400, status, json: async () => body }) as Response;

afterEach(() => vi.unstubAllGlobals());

it("asks the server what a rule says, once", async () => {
  const asked = vi.fn(async (_path: string) => told(200, { id: "X-1", section: "Nuts", requirement: "Five nuts each." }));
  vi.stubGlobal("fetch", asked);
  expect((await ruleOf("X-1"))?.requirement).toBe("Five nuts each.");
  await ruleOf("X-1");
  expect(asked.mock.calls.map(([path]) => path)).toEqual(["/api/rules/X-1"]);
});

it("knows a rule that nobody has from a server that does not answer", async () => {
  vi.stubGlobal("fetch", async () => told(404, { code: "not_found", message: "No game here has a rule 'X-2'." }));
  expect(await ruleOf("X-2")).toBeNull();
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  await expect(ruleOf("X-3")).rejects.toThrow();
  vi.stubGlobal("fetch", async () => told(200, { id: "X-3", section: "", requirement: "Later it does." }));
  expect((await ruleOf("X-3"))?.requirement).toBe("Later it does.");
});
