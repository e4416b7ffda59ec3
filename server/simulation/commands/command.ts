/**
 * Type of a simulation command: when it is possible, what it does to server and model, and its text
 * for the log.
 */
import type { Run } from "../run.ts";

/**
 * The arguments of a command: three numbers, each mapped to something that exists at that moment.
 */
export type CommandArguments = {
  readonly kind: string;
  readonly a: number;
  readonly b: number;
  readonly c: number;
};

export type Command = {
  /** Relative frequency of the command. */
  readonly weight: number;
  readonly isPossible: (run: Run) => boolean;
  readonly run: (run: Run, args: CommandArguments) => Promise<string>;
};
export type Commands = Readonly<Record<string, Command>>;

export const always = (): boolean => true;
export const hasMembers = ({ model }: Run): boolean => model.members.length > 0;
