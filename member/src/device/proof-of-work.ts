/**
 * Solves the proof of work that the server requires when codes are being guessed; the member
 * notices only a short wait.
 */
import { ApiFailure } from "./failure.ts";

export type Proof = { readonly challenge: string; readonly answer: string };
type Challenge = { readonly challenge: string; readonly difficulty: number };

/** A proof may be required again when the difficulty rose between request and response. */
const ROUNDS = 3;
/** Number of tries without a worker before the main thread is released. */
const SLICE = 2_000;
/** More than any of our servers requires: it would keep a phone busy for minutes. */
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

/** Searches in slices on the main thread, for browsers that cannot start a worker. */
async function searchOnMainThread({ challenge, difficulty }: Challenge): Promise<string> {
  const { createProofSearch } = await import("./proof-search.ts");
  const search = createProofSearch(challenge, difficulty);
  for (;;) {
    const answer = search.findWithin(SLICE);
    if (answer !== undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
}

function searchInWorker(input: Challenge): Promise<string> {
  const worker = new Worker(new URL("./proof-worker.ts", import.meta.url), { type: "module" });
  return new Promise<string>((resolve, reject) => {
    worker.addEventListener("message", ({ data }: MessageEvent<string>) => resolve(data));
    worker.addEventListener("error", reject);
    worker.postMessage(input);
  }).finally(() => worker.terminate());
}

/** Returns the answer to a challenge; searches in a worker where possible. */
export const solveChallenge = (input: Challenge): Promise<string> =>
  typeof Worker === "function"
    ? searchInWorker(input).catch(() => searchOnMainThread(input))
    : searchOnMainThread(input);

/**
 * Calls, and calls again with the proof when one is required; `onSearch` is called before the
 * search begins. Rejects as the call does.
 */
export async function withProof<T>(
  call: (proof: { readonly proof?: Proof }) => Promise<T>,
  onSearch: () => void,
): Promise<T> {
  let proof: { readonly proof?: Proof } = {};
  for (let round = 0; round < ROUNDS; round++) {
    const outcome = await call(proof).then(
      (answer) => ({ answer }),
      (failure: unknown) => ({ required: challengeIn(failure), failure }),
    );
    if ("answer" in outcome) return outcome.answer;
    if (outcome.required === undefined) throw outcome.failure;
    onSearch();
    const { challenge } = outcome.required;
    proof = { proof: { challenge, answer: await solveChallenge(outcome.required) } };
  }
  return call(proof);
}
