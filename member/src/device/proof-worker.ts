/** Web worker that solves a proof-of-work challenge, so that the page stays responsive. */
import { createProofSearch } from "./proof-search.ts";

const SLICE = 1 << 16;

addEventListener("message", ({ data }: MessageEvent<{ challenge: string; difficulty: number }>) => {
  const search = createProofSearch(data.challenge, data.difficulty);
  let answer: string | undefined;
  while (answer === undefined) answer = search.findWithin(SLICE);
  postMessage(answer);
});
