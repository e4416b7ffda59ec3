/** The installed share texts and poster texts; they hold until operators store others. */
import type { ShareTexts } from "./schemas/content.ts";

export const builtInShareTexts: ShareTexts = {
  home: { title: "云鲸权益", description: "吃喝出行，会员一站办" },
  invitation: { title: "云鲸权益", text: "点餐、打车、电影，会员价一处办。请你来看看" },
  posters: [
    {
      posterId: "deep-sea",
      title: "深海",
      slogan: ["一张会员卡", "管一天的事"],
      offer: ["点餐、打车、电影", "会员价一处办"],
    },
    {
      posterId: "three-meals",
      title: "三餐",
      slogan: ["早饭、午饭、晚饭", "都有会员价"],
      offer: ["先看价再下单", "到店凭码取餐"],
    },
    {
      posterId: "ride-home",
      title: "夜归",
      slogan: ["天黑了", "叫辆车回家"],
      offer: ["打车、外卖、加油", "出门的事一处办"],
    },
    {
      posterId: "one-card",
      title: "会员卡",
      slogan: ["吃喝出行看电影", "一张卡就够了"],
      offer: ["等级、积分、优惠券", "都在一张卡里"],
    },
  ],
};
