/** What a command is: whether it can be, and what it does to server and model, told in one word for the log. */
import type { Run } from "../run.ts";

/** Three numbers are all a command knows of the world; each falls on something that is there. */
export type CommandArguments = {
  readonly kind: string;
  readonly a: number;
  readonly b: number;
  readonly c: number;
};

export type Command = {
  /** How often it comes, against the others. */
  readonly weight: number;
  readonly isPossible: (run: Run) => boolean;
  readonly run: (run: Run, deed: CommandArguments) => Promise<string>;
};
export type Commands = Readonly<Record<string, Command>>;

export const always = (): boolean => true;
export const hasMembers = ({ model }: Run): boolean => model.members.length > 0;
