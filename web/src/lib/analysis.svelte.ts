/** The analysis of one match: ask for it, follow its progress, have it. */
import { api, type AnalysisInfo, type Refusal, type Sample } from "./api";
import { t } from "./i18n.svelte";

/** Good enough to trust, and done within a minute for most games. */
export const DEFAULT_LEVEL = "veteran";
const PAUSE = 1000;

export class AnalysisLink {
  info = $state.raw<AnalysisInfo | null>(null);
  trouble = $state("");
  /** The level to ask for; null: whatever is there. */
  private level: string | null = null;
  /** About how many minutes it will still take; null: less than one, or nobody knows yet. */
  minutes = $state<number | null>(null);
  private since: { at: number; judged: number; level: string | null } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private left = false;
  /** Counts the questions: an answer that comes after a later question does not matter any more. */
  private asked = 0;

  constructor(
    private readonly id: string,
    private readonly lang: () => string,
  ) {}

  get busy(): boolean {
    return this.info?.status === "waiting" || this.info?.status === "running";
  }

  /** Look what there is, and again as long as it is being made. */
  async look(): Promise<void> {
    clearTimeout(this.timer);
    await this.hear(api.analysis(this.id, this.level, this.lang()));
  }

  async start(level: string, sample: Sample = {}): Promise<void> {
    this.level = level;
    clearTimeout(this.timer);
    await this.hear(api.analyse(this.id, level, sample));
    if (this.info?.status === "done" && !this.info.analysis) await this.look();
  }

  /** It is enough: what is judged is shown. */
  async stop(): Promise<void> {
    const level = this.info?.level;
    if (!level) return;
    clearTimeout(this.timer);
    await this.hear(api.stopAnalysis(this.id, level));
    if (this.info?.status === "done") await this.look();
  }

  leave(): void {
    this.left = true;
    clearTimeout(this.timer);
  }

  private reckon(): void {
    const { info } = this;
    if (!info || !this.busy) this.since = null;
    else if (this.since?.level !== info.level) this.since = { at: Date.now(), judged: info.judged, level: info.level };
    const judged = info && this.since ? info.judged - this.since.judged : 0;
    const left = info && this.since && judged > 4 ? ((Date.now() - this.since.at) / judged) * (info.decisions - info.judged) : 0;
    this.minutes = left > 60_000 ? Math.round(left / 60_000) : null;
  }

  private async hear(answer: Promise<AnalysisInfo>): Promise<void> {
    const number = ++this.asked;
    try {
      const info = await answer;
      if (number !== this.asked) return;
      this.info = info;
      this.trouble = "";
      this.reckon();
    } catch (error) {
      if (number !== this.asked) return;
      this.trouble = (error as Refusal).message || t("page.offline");
    }
    // A server that does not answer for a moment is asked again.
    if (this.busy && !this.left) this.timer = setTimeout(() => void this.look(), this.trouble ? 5 * PAUSE : PAUSE);
  }
}
