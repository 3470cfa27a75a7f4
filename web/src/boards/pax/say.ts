import { speaker } from "../../lib/i18n.svelte";
import type words from "./words/en.json";

export const t = speaker<keyof typeof words>();
