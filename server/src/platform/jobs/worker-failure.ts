/** Describes in one short line why a job failed, without the values of a statement. */
import { messageOf } from "../error-text.ts";

const LENGTH_MAX = 300;

export const failureText = (error: unknown): string => messageOf(error).slice(0, LENGTH_MAX);
