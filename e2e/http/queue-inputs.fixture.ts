/** Inputs of the operators' queues that are valid but name no existing object. */
import type { Input, Name } from "@yunjing/contract/operations";

const reason = "试一试";
const etag = "0".repeat(32);
const messageId = "00000000-0000-7000-8000-000000000000";

type Topic = "operatorQueues";

export const queueInputs: { readonly [N in Name<Topic>]: Input<Topic, N> } = {
  pulse: {},
  listSettings: {},
  setListSettings: { list: "退款", hidden: ["reason"], pageSize: 50 },
  views: { page: "refunds" },
  saveView: { page: "refunds", name: "待审", search: "state=waiting" },
  deleteView: { page: "refunds", name: "没有" },
  alerts: {},
  acknowledge: { alertId: etag },
  assign: { alertId: etag },
  recipients: {},
  setRecipients: {
    kind: "desk_late",
    operators: [],
    hasRobot: false,
    hours: "always",
    sinceVersion: 0,
    reason,
  },
  dead: {},
  resend: { messageId, reason },
  resendTopic: { topic: "nothing.topic", reason },
};
