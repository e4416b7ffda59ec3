/** Valid inputs that name no existing object, for audiences and for what campaigns do with them. */
import type { Input, Name } from "@yunjing/contract/operations";

const reason = "试一试";
const unknownId = "00000000-0000-7000-8000-000000000000";
const templateId = "nothing";

export const audienceInputs: {
  readonly operatorAudiences: {
    readonly [N in Name<"operatorAudiences">]: Input<"operatorAudiences", N>;
  };
} = {
  operatorAudiences: {
    segments: {},
    createSegment: { name: "试一试", rules: { grades: [20] } },
    countSegment: { rules: { grades: [20] } },
    changeSegment: {
      segmentId: unknownId,
      name: "试一试",
      rules: { grades: [1] },
      sinceVersion: 1,
    },
    deleteSegment: { segmentId: unknownId },
    lists: {},
    createList: { name: "试一试", text: "000000" },
    forecast: { templateId, segmentId: unknownId },
    giveSegment: { templateId, segmentId: unknownId, ref: "nothing", reason },
    sendMessage: { segmentId: unknownId, title: "试一试", text: "试一试", ref: "nothing", reason },
    sends: {},
    send: { sendId: unknownId },
    sendMembers: { sendId: unknownId },
    pause: { sendId: unknownId, reason },
    resume: { sendId: unknownId, reason },
    cancel: { sendId: unknownId, reason },
    templates: {},
    setTemplate: { code: "nothing", name: "试一试", title: "试", text: "试", sinceVersion: 9 },
  },
};

type CampaignInputs = {
  readonly [N in "members" | "proposeBudget"]: Input<"operatorCampaigns", N>;
};
export const campaignMoreInputs: CampaignInputs = {
  members: { templateId },
  proposeBudget: { templateId, addFen: 100, reason },
};
