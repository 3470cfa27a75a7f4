import type { Plugin } from "vite";

export function coast(): Plugin;
