/** What may be asked of the invitations room. */
export { bind, newcomerListener } from "./actions/bind.ts";
export { codeOf, forgetClicks, inviteCodes, visit } from "./actions/codes.ts";
