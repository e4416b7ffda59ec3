/** The public actions of the messages module. */
export {
  type ConsentDeps,
  consentsView,
  storeConsent,
} from "./actions/consent.ts";
export { createBulkMessage, refuseBadMessage } from "./actions/bulk.ts";
export {
  announce,
  announcementsForOperators,
  listDeadSendings,
  channelStatistics,
  resend,
  resendDead,
  withdrawAnnouncement,
} from "./actions/operator.ts";
export { messageSubscriber } from "./actions/subscriber.ts";
export { SEND_TOPIC } from "./actions/create.ts";
export { createTicketMessage, pushTicketMessage } from "./actions/ticket.ts";
export { hideMessages, pageOfMessages, readMessages, unreadSummary } from "./actions/read.ts";
export {
  type ReminderDeps,
  continueReminders,
  createExpiryReminders,
} from "./actions/expiry-reminders.ts";
export { sendMessage } from "./actions/send.ts";
export { withoutPickup } from "./pickup.ts";
export { eraseMessages } from "./store/message.ts";
export { announcementStateOf, sendingStateOf } from "./store/audited.ts";
