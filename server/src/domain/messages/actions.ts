/** What may be asked of the messages room. */
export { type ConsentDeps, consentsShown, keepConsent } from "./actions/consent.ts";
export {
  announce,
  announcements,
  deadSendings,
  figures,
  resend,
  toldTo,
  withdrawAnnouncement,
} from "./actions/desk.ts";
export { newsListener } from "./actions/hear.ts";
export { deliver, SEND } from "./actions/put.ts";
export { hideMessages, pageOfMessages, readMessages, unreadSummary } from "./actions/read.ts";
export { type RemindDeps, remindOfEnds } from "./actions/remind.ts";
export { sendMessage } from "./actions/send.ts";
export { eraseMessages } from "./store/message.ts";
