/** Public actions of the queues module: the pulse, saved views, alerts, recipients and dead messages. */
export { alertsPage, acknowledge, assign } from "./actions/alerts.ts";
export { deadPage, resendDead, resendTopic } from "./actions/dead-messages.ts";
export { alertHandlers, notifyOfAlerts } from "./actions/notify.ts";
export { type PulseDeps, readPulse } from "./actions/pulse.ts";
export { listRecipients, setRecipients } from "./actions/recipients.ts";
export { listViews, removeView, storeView } from "./actions/views.ts";
export { alertStateOf, deadCountOf, deadStateOf } from "./store/audited.ts";
export { recipientStateOf } from "./store/recipients.ts";
export { readListSettings, saveListSettings } from "./store/list-settings.ts";
