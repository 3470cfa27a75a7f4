import { afterEach, expect, it, vi } from "vitest";
import { ruleOf } from "../src/lib/rules";

const told = (status: number, body: unknown) => ({ ok: status < 400, status, json: async () => body }) as Response;

afterEach(() => vi.unstubAllGlobals());

it("asks the server what a rule says, once in each language", async () => {
  const asked = vi.fn(async (_path: string) => told(200, { id: "X-1", section: "Nuts", requirement: "Five nuts each." }));
  vi.stubGlobal("fetch", asked);
  expect((await ruleOf("X-1", "de"))?.requirement).toBe("Five nuts each.");
  await ruleOf("X-1", "de");
  await ruleOf("X-1", "nl");
  expect(asked.mock.calls.map(([path]) => path)).toEqual(["/api/rules/X-1?lang=de", "/api/rules/X-1?lang=nl"]);
});

it("knows a rule that nobody has from a server that does not answer", async () => {
  vi.stubGlobal("fetch", async () => told(404, { code: "not_found", message: "No game here has a rule 'X-2'." }));
  expect(await ruleOf("X-2", "de")).toBeNull();
  vi.stubGlobal("fetch", async () => Promise.reject(new TypeError("offline")));
  await expect(ruleOf("X-3", "de")).rejects.toThrow();
  vi.stubGlobal("fetch", async () => told(200, { id: "X-3", section: "", requirement: "Later it does." }));
  expect((await ruleOf("X-3", "de"))?.requirement).toBe("Later it does.");
});
