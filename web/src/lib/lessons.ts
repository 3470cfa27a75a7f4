/** Beginning a lesson: the server makes a match of it. */
import { api } from "./api";
import { keepKeys } from "./keys";
import { go } from "./router.svelte";

export async function beginLesson(game: string, lesson: string): Promise<void> {
  const seated = await api.beginLesson(game, lesson);
  keepKeys(seated);
  go(`/table/${seated.match.id}`);
}
