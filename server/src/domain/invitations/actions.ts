/** What may be asked of the invitations room. */
export { orderDone } from "./actions/earn.ts";
export { orderRefunded, settleRewards } from "./actions/settle.ts";
export { bind, newcomerListener } from "./actions/bind.ts";
export { codeOf, forgetClicks, inviteCodes, visit } from "./actions/codes.ts";
