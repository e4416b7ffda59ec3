/** The ways in which a database command is not carried out, in the codes that clients of the protocol know (§7, §11). */

export type FaultCode =
  | "SYNTAX_ERROR"
  | "PERMISSION_ERROR"
  | "VALIDATION_ERROR"
  | "COLLECTION_NOT_FOUND"
  | "TOKEN_INVALID_ANONYMOUS_USER";

/** Ends a command; the message is for whoever writes the client. */
export class CommandFault extends Error {
  readonly code: FaultCode;

  constructor(code: FaultCode, message: string) {
    super(message);
    this.name = "CommandFault";
    this.code = code;
  }
}

/** A command outside the small language that is spoken here. */
export const syntax = (message: string): CommandFault => new CommandFault("SYNTAX_ERROR", message);

export const denied = (message: string): CommandFault =>
  new CommandFault("PERMISSION_ERROR", message);

/** What is asked for belongs to somebody, and nobody is logged in. */
export const anonymous = (): CommandFault =>
  new CommandFault("TOKEN_INVALID_ANONYMOUS_USER", "未登录，无法访问自己的数据");
