/** The ways in which a database command is not carried out, in the codes that clients of the protocol know (§7, §11). */

export type FaultCode =
  | "SYNTAX_ERROR"
  | "PERMISSION_ERROR"
  | "VALIDATION_ERROR"
  | "COLLECTION_NOT_FOUND";

/** What is wrong with the login of whoever asks; these send a client to its login page. */
export type LoginCode =
  | "TOKEN_INVALID_ANONYMOUS_USER"
  | "TOKEN_INVALID_TOKEN_EXPIRED"
  | "TOKEN_INVALID_WRONG_TOKEN";

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
export const syntaxFault = (message: string): CommandFault =>
  new CommandFault("SYNTAX_ERROR", message);

export const permissionFault = (message: string): CommandFault =>
  new CommandFault("PERMISSION_ERROR", message);

/** What is asked for belongs to somebody, and nobody is logged in; which code it is, the caller's token says. */
export class LoginNeeded extends Error {
  constructor() {
    super("what is asked for belongs to a member");
    this.name = "LoginNeeded";
  }
}
