/** Errors of database commands, with the codes that clients of the protocol expect (§7, §11). */

export type FaultCode =
  | "SYNTAX_ERROR"
  | "PERMISSION_ERROR"
  | "VALIDATION_ERROR"
  | "COLLECTION_NOT_FOUND";

/** Login errors of the caller; they make a client open its login page. */
export type LoginCode =
  | "TOKEN_INVALID_ANONYMOUS_USER"
  | "TOKEN_INVALID_TOKEN_EXPIRED"
  | "TOKEN_INVALID_WRONG_TOKEN";

/** Ends a command with an error; the message is for the client's developer. */
export class CommandFault extends Error {
  readonly code: FaultCode;

  constructor(code: FaultCode, message: string) {
    super(message);
    this.name = "CommandFault";
    this.code = code;
  }
}

/** Returns the error for a command outside the supported language. */
export const syntaxFault = (message: string): CommandFault =>
  new CommandFault("SYNTAX_ERROR", message);

export const permissionFault = (message: string): CommandFault =>
  new CommandFault("PERMISSION_ERROR", message);

/**
 * The command needs a member's rows and the caller is anonymous; the code depends on the caller's
 * token.
 */
export class LoginNeeded extends Error {
  constructor() {
    super("the requested data belongs to a member");
    this.name = "LoginNeeded";
  }
}
