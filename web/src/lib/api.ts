/** The table server's HTTP side. Every answer is typed by the server's own schemas. */
import type { components } from "./api.d";

type Schemas = components["schemas"];
/** An answer always has all its fields, defaults included. */
type Whole<T> = T extends (infer U)[] ? Whole<U>[] : T extends object ? { [K in keyof T]-?: Whole<T[K]> } : T;

export type Me = Whole<Schemas["Me"]>;
export type GameInfo = Whole<Schemas["GameInfo"]>;
export type OptionInfo = GameInfo["options"][number];
export type ChoiceInfo = OptionInfo["offered"][number];
export type BoardInfo = Whole<Schemas["BoardInfo"]>;
export type RuleInfo = Whole<Schemas["RuleInfo"]>;
export type RuleLine = Whole<Schemas["RuleLine"]>;
export type Chapter = Whole<Schemas["ReferenceChapter"]>;
export type CampaignInfo = Whole<Schemas["CampaignInfo"]>;
export type MatchInfo = Whole<Schemas["MatchInfo"]>;
export type SeatInfo = MatchInfo["seats"][number];
export type Result = NonNullable<MatchInfo["result"]>;
export type MatchList = Whole<Schemas["MatchList"]>;
export type Seated = Whole<Schemas["Seated"]>;
export type Replay = Whole<Schemas["Replay"]>;
export type Step = Replay["steps"][number];
export type Proof = Whole<Schemas["Proof"]>;
export type AnalysisInfo = Whole<Schemas["AnalysisInfo"]>;
export type Analysis = Whole<Schemas["Analysis"]>;
export type LogEntry = Whole<Schemas["LogEntry"]>;
export type StateFrame = Whole<Schemas["StateFrame"]>;
export type LessonStep = NonNullable<StateFrame["lesson"]>;
export type LessonList = Whole<Schemas["LessonList"]>;
export type LessonInfo = LessonList["lessons"][number];
export type PuzzleStanding = Whole<Schemas["PuzzleStanding"]>;
export type ChatMessage = Whole<Schemas["ChatMessage"]>;
export type LineFrame = Whole<Schemas["LineFrame"]>;
export type Walked = Whole<Schemas["Walked"]>;
export type Answer = Whole<Schemas["Answer"]>;
export type WhyNotFrame = Whole<Schemas["WhyNotFrame"]>;
export type HintInfo = Whole<Schemas["HintInfo"]>;
export type Explained = Whole<Schemas["Explained"]>;
export type LastMove = Whole<Schemas["LastMove"]>;
export type NewMatch = Schemas["NewMatch"];
export type ServerFrame =
  | StateFrame
  | Whole<Schemas["ChatFrame"]>
  | Whole<Schemas["PresenceFrame"]>
  | Whole<Schemas["AckFrame"]>
  | LineFrame
  | Whole<Schemas["RefusedFrame"]>
  | WhyNotFrame
  | Whole<Schemas["NotesFrame"]>
  | Whole<Schemas["PongFrame"]>;

/** Which decisions are judged: every so many, of one seat or of all, for so many seconds at most. */
export type Sample = Pick<Schemas["AnalysisRequest"], "every" | "seat" | "seconds">;

/** The server said no: a stable code and a sentence. `offline` when there was no answer at all. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly rule = "",
  ) {
    super(message);
  }
}

async function call<T>(method: string, path: string, body?: unknown, lang = globalThis.document?.documentElement.lang): Promise<T> {
  let answer: Response;
  try {
    answer = await fetch(`/api${path}`, {
      method,
      headers: { "Accept-Language": lang || "en", ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Refusal(0, "offline", "");
  }
  const data = await answer.json().catch(() => null);
  if (!answer.ok) {
    throw new Refusal(answer.status, data?.code ?? "unknown", data?.message ?? answer.statusText, data?.rule ?? "");
  }
  return data as T;
}

const get = <T>(path: string) => call<T>("GET", path);
const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, body);

export const api = {
  /** A stranger gets a name in this language, though the page may not have its words yet. */
  me: (lang: string) => call<Me>("GET", "/me", undefined, lang),
  rename: (name: string) => call<Me>("PATCH", "/me", { name }),
  register: (account: string, password: string) => post<Me>("/account/register", { account, password }),
  login: (account: string, password: string) => post<Me>("/account/login", { account, password }),
  logout: () => post<Me>("/account/logout"),
  setEmail: (email: string) => call<Me>("PUT", "/account/email", { email }),
  dropEmail: () => call<Me>("DELETE", "/account/email"),

  games: (lang: string) => get<GameInfo[]>(`/games?lang=${lang}`),
  rule: (id: string, lang: string) => get<RuleInfo>(`/rules/${encodeURIComponent(id)}?lang=${lang}`),
  rules: (game: string, lang: string) => get<RuleLine[]>(`/games/${game}/rules?lang=${lang}`),
  reference: (game: string, lang: string) => get<Chapter[]>(`/games/${game}/reference?lang=${lang}`),
  campaign: (game: string, lang: string) => get<CampaignInfo>(`/games/${game}/campaign?lang=${lang}`),
  board: (game: string, options: Record<string, unknown>, lang: string) =>
    get<BoardInfo>(`/games/${game}/board?lang=${lang}&options=${encodeURIComponent(JSON.stringify(options))}`),
  matchBoard: (id: string, lang: string) => get<BoardInfo>(`/matches/${id}/board?lang=${lang}`),
  matches: (list: "mine" | "open" | "watch") => get<MatchList>(`/matches?list=${list}`),
  match: (id: string, lang: string) => get<MatchInfo>(`/matches/${id}?lang=${lang}`),
  create: (match: NewMatch) => post<Seated>("/matches", match),
  invite: (invite: string) => get<MatchInfo>(`/invites/${encodeURIComponent(invite)}`),
  joinInvite: (invite: string, seat: number | null = null) =>
    post<Seated>(`/invites/${encodeURIComponent(invite)}/join`, { seat }),
  join: (id: string, seat: number | null = null) => post<Seated>(`/matches/${id}/join`, { seat }),
  claim: (id: string, token: string) => post<Seated>(`/matches/${id}/claim`, { token }),
  start: (id: string, fill: string | null) => post<MatchInfo>(`/matches/${id}/start`, fill ? { fill } : {}),
  changeSeat: (id: string, seat: number, kind: "bot" | "open", level: string | null = null) =>
    call<MatchInfo>("PUT", `/matches/${id}/seats/${seat}`, level ? { kind, level } : { kind }),
  leave: (id: string) => post<MatchInfo>(`/matches/${id}/leave`, { seat: null }),
  return: (id: string) => post<MatchInfo>(`/matches/${id}/return`, { seat: null }),
  agree: (id: string, agree: boolean) => post<MatchInfo>(`/matches/${id}/agree`, { seat: null, agree }),
  concede: (id: string) => post<MatchInfo>(`/matches/${id}/concede`, { seat: null }),
  rematch: (id: string) => post<Seated>(`/matches/${id}/rematch`),

  lessons: (game: string | null, lang: string) => get<LessonList>(`/lessons?lang=${lang}${game ? `&game=${game}` : ""}`),
  beginLesson: (game: string, lesson: string) => post<Seated>(`/lessons/${game}/${lesson}`),
  puzzles: (game: string | null, lang: string) => get<PuzzleStanding>(`/puzzles?lang=${lang}${game ? `&game=${game}` : ""}`),
  beginPuzzle: (game: string, puzzle: string) => post<Seated>(`/puzzles/${game}/${puzzle}`),
  leaveLesson: (id: string) => post<MatchInfo>(`/matches/${id}/lesson/leave`, { seat: null }),

  hint: (id: string, seat: number | null, version: number, lang: string) => post<HintInfo>(`/matches/${id}/hint?lang=${lang}`, { seat, version }),
  lastMove: (id: string, seat: number, lang: string) => get<LastMove>(`/matches/${id}/why?seat=${seat}&lang=${lang}`),
  why: (id: string, at: number, lang: string) => get<Explained>(`/matches/${id}/replay/why?at=${at}&lang=${lang}`),
  whyRecord: (record: unknown, at: number, lang: string) => post<Explained>(`/replay/why?at=${at}&lang=${lang}`, { record }),
  plead: (id: string, seat: number | null, version: number) => post<StateFrame>(`/matches/${id}/plea`, { seat, version }),
  answerPlea: (id: string, agree: boolean) => post<StateFrame>(`/matches/${id}/plea/answer`, { agree }),
  study: (id: string, at: number, players: string[]) => post<Seated>(`/matches/${id}/study`, { at, players }),
  studyRecord: (record: unknown, at: number, players: string[]) =>
    post<Seated>(`/replay/study?at=${at}&${players.map((each) => `players=${encodeURIComponent(each)}`).join("&")}`, { record }),

  ask: (id: string, seat: number | null, question: string, asked: object, lang: string, version: number) =>
    post<Answer>(`/matches/${id}/ask?lang=${lang}`, { question, arguments: asked, seat, version }),

  askReplay: (id: string, from: string, at: number, question: string, asked: object, lang: string) =>
    post<Answer>(`/matches/${id}/replay/ask?seen_from=${from}&lang=${lang}`, { question, arguments: asked, at }),

  replay: (id: string, from: string, first: number, count: number, lang: string) =>
    get<Replay>(`/matches/${id}/replay?seen_from=${from}&first=${first}&count=${count}&lang=${lang}`),
  replayRecord: (record: unknown, from: string, first: number, count: number, lang: string) =>
    post<Replay>(`/replay?seen_from=${from}&first=${first}&count=${count}&lang=${lang}`, { record }),
  recordBoard: (record: unknown, lang: string) => post<BoardInfo>(`/replay/board?lang=${lang}`, { record }),
  verify: (id: string, lang: string) => get<Proof>(`/matches/${id}/verify?lang=${lang}`),
  verifyRecord: (record: unknown) => post<Proof>("/verify", { record }),
  analyse: (id: string, level: string, sample: Sample) => post<AnalysisInfo>(`/matches/${id}/analysis`, { level, ...sample }),
  stopAnalysis: (id: string, level: string) => post<AnalysisInfo>(`/matches/${id}/analysis/stop`, { level }),
  analysis: (id: string, level: string | null, lang: string) =>
    get<AnalysisInfo>(`/matches/${id}/analysis?lang=${lang}${level ? `&level=${level}` : ""}`),
  analysisUrl: (id: string, level: string) => `/api/matches/${id}/analysis/file?level=${level}`,
  log: (id: string, seat: number | null, lang: string) =>
    get<LogEntry[]>(`/matches/${id}/log?lang=${lang}${seat === null ? "" : `&seat=${seat}`}`),
  recordUrl: (id: string) => `/api/matches/${id}/record`,
};
