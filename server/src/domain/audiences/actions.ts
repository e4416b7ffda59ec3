/** Public actions of the audiences module. */
export {
  bulkGiveApprovals,
  bulkGiveHandler,
  cancelSend,
  pauseSend,
  resumeSend,
} from "./actions/change-send.ts";
export { createList, deleteOldLists, memberLists } from "./actions/lists.ts";
export {
  forecastGive,
  giveToAudience,
  queueSend,
  SEND_TOPIC,
  sendToAudience,
} from "./actions/make-send.ts";
export { sendDetail, sendMemberPage, sendPage } from "./actions/read-sends.ts";
export { pauseBySystem, runSend, serveMember } from "./actions/run-send.ts";
export {
  changeSegment,
  countSegment,
  createSegment,
  deleteSegment,
  segmentList,
} from "./actions/segments.ts";
export { messageTexts, setMessageText } from "./actions/texts.ts";
export {
  listStateOf,
  messageTextStateOf,
  segmentStateOf,
  sendStateOf,
} from "./store/audited.ts";
