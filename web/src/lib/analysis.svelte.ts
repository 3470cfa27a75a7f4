/** The analysis of one match: ask for it, follow its progress, have it. */
import { api, type AnalysisInfo, type Refusal } from "./api";
import { t } from "./i18n.svelte";

/** Good enough to trust, and done within a minute for most games. */
export const DEFAULT_LEVEL = "veteran";
const PAUSE = 1000;

export class AnalysisLink {
  info = $state.raw<AnalysisInfo | null>(null);
  trouble = $state("");
  /** The level to ask for; null: whatever is there. */
  private level: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private left = false;

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

  async start(level: string): Promise<void> {
    this.level = level;
    clearTimeout(this.timer);
    await this.hear(api.analyse(this.id, level));
    if (this.info?.status === "done" && !this.info.analysis) await this.look();
  }

  leave(): void {
    this.left = true;
    clearTimeout(this.timer);
  }

  private async hear(answer: Promise<AnalysisInfo>): Promise<void> {
    try {
      this.info = await answer;
      this.trouble = "";
    } catch (error) {
      this.trouble = (error as Refusal).message || t("page.offline");
    }
    // A server that does not answer for a moment is asked again.
    if (this.busy && !this.left) this.timer = setTimeout(() => void this.look(), this.trouble ? 5 * PAUSE : PAUSE);
  }
}
