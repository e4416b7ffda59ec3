/**
 * Brings the proof along that the server asks for where codes are being guessed: the member sees
 * nothing of it but a moment's wait.
 */
import { ApiFailure } from "./failure.ts";

export type Proof = { readonly challenge: string; readonly answer: string };
type Challenge = { readonly challenge: string; readonly difficulty: number };

/** A proof may be asked for again when friction rose between asking and answering. */
const ROUNDS = 3;
/** Without a worker: so many tries, then the page has its turn. */
const SLICE = 2_000;
/** More than any server of ours asks for: this would keep a phone busy for minutes. */
const DIFFICULTY_MAX_BITS = 22;

function challengeIn(failure: unknown): Challenge | undefined {
  if (!(failure instanceof ApiFailure) || failure.code !== "PROOF_NEEDED") return undefined;
  const { data } = failure;
  if (typeof data !== "object" || data === null) return undefined;
  if (!("challenge" in data) || typeof data.challenge !== "string") return undefined;
  if (!("difficulty" in data) || typeof data.difficulty !== "number") return undefined;
  const { challenge, difficulty } = data;
  return difficulty <= DIFFICULTY_MAX_BITS ? { challenge, difficulty } : undefined;
}

/** In slices on the page itself, for browsers that start no worker. */
async function searchOnMainThread({ challenge, difficulty }: Challenge): Promise<string> {
  const { createProofSearch: openSearch } = await import("./proof-search.ts");
  const search = openSearch(challenge, difficulty);
  for (;;) {
    const answer = search.look(SLICE);
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

function searchInWorker(asked: Challenge): Promise<string> {
  const worker = new Worker(new URL("./proof-worker.ts", import.meta.url), { type: "module" });
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<string>) => resolve(data));
    worker.addEventListener("error", reject);
    worker.postMessage(asked);
  }).finally(() => worker.terminate());
}

/** The answer to a challenge: found beside the page where that can be. */
export const solveChallenge = (asked: Challenge): Promise<string> =>
  typeof Worker === "function"
    ? searchInWorker(asked).catch(() => searchOnMainThread(asked))
    : searchOnMainThread(asked);

/**
 * Calls, and calls again with the proof when one is asked for; `onSearch` is told before the search
 * begins. Rejects as the call does.
 */
export async function withProof<T>(
  call: (proof: { readonly proof?: Proof }) => Promise<T>,
  onSearch: () => void,
): Promise<T> {
  let proof: { readonly proof?: Proof } = {};
  for (let round = 0; round < ROUNDS; round++) {
    const said = await call(proof).then(
      (answer) => ({ answer }),
      (failure: unknown) => ({ asked: challengeIn(failure), failure }),
    );
    if ("answer" in said) return said.answer;
    if (said.asked === undefined) throw said.failure;
    onSearch();
    const { challenge } = said.asked;
    proof = { proof: { challenge, answer: await solveChallenge(said.asked) } };
  }
  return call(proof);
}
