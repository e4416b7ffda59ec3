/** The poster templates: what is drawn, and the text colours; their texts are content. */
import type { PosterId } from "@yunjing/contract/schemas/posters";

export type Template = {
  readonly posterId: PosterId;
  /** Text alternative of the picture, for members who cannot see it. */
  readonly scene: string;
  /** Text on a tilted object in the drawing; `turn` in radians. */
  readonly engraved?: {
    readonly text: string;
    readonly note: string;
    readonly at: readonly [number, number];
    readonly turn: number;
  };
  readonly colors: {
    readonly brand: string;
    readonly slogan: string;
    readonly name: string;
    readonly text: string;
    readonly link: string;
  };
};

// The member app's colour tokens for text on dark backgrounds and on paper.
const onDeep = {
  brand: "#bcd6e8",
  slogan: "#ffffff",
  name: "#ffffff",
  text: "#bcd6e8",
  link: "#6fa6cd",
};
const onPaper = {
  brand: "#0f4b77",
  slogan: "#0a2b45",
  name: "#0a2b45",
  text: "#344350",
  link: "#586673",
};

/** In display order. */
export const templates: readonly Template[] = [
  {
    posterId: "deep-sea",
    scene: "月下海面，一头云鲸探出水来",
    colors: onDeep,
  },
  {
    posterId: "three-meals",
    scene: "桌上有咖啡、面碗、汉堡和薯条",
    colors: onPaper,
  },
  {
    posterId: "ride-home",
    scene: "夜里的城市，一辆出租车开着灯",
    colors: onDeep,
  },
  {
    posterId: "one-card",
    scene: "白色口袋里插着会员卡、爆米花、雨伞和场记板",
    engraved: { text: "云鲸会员", note: "MEMBER", at: [225, 418], turn: -0.1222 },
    colors: onPaper,
  },
];

/** The line below a member's name. It contains no promise and no thanks. */
export const GREETING = "请你来看看";

/**
 * The rules of an invitation in order. Amounts are shown in 邀请明细, because they depend on the
 * campaign.
 */
export const RULES: readonly string[] = [
  "朋友打开你的链接或扫码后，30 天内注册就记到你的邀请明细。",
  "朋友完成首单并过了售后期，奖励才会到账；退掉的部分不算。",
  "同一个手机号、同一台手机只算一次，奖励只有一级。",
  "链接和二维码里只有邀请码，没有你的手机号。",
];
