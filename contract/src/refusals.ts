/** The catalogue of every business "no": its code, its HTTP status and the words a member reads (domain.md). */
import { ownValue } from "./own-value.ts";

type Entry = { readonly status: number; readonly text: string };
const no = (text: string, status = 200): Entry => ({ status, text });

/** `{name}` in a text is filled from the refusal's data. */
export const refusals = {
  // Protocol
  BAD_REQUEST: no("请求参数有误", 400),
  KEY_MISSING: no("缺少请求编号，请刷新后重试", 400),
  AUTH_EXPIRED: no("登录已过期，请重新登录", 401),
  NO_PERMISSION: no("暂无权限", 403),
  NOT_FOUND: no("内容不存在或链接已失效", 404),
  KEY_BUSY: no("正在处理中，请稍候", 409),
  TOO_LARGE: no("提交的内容过大", 413),
  MEDIA_TYPE: no("不支持的内容格式", 415),
  KEY_REUSED: no("请求编号已用于其他操作，请刷新后重试", 422),
  RATE_LIMITED: no("操作太频繁，请稍后再试", 429),
  PARTNER_DOWN: no("合作方服务繁忙，请稍后再试", 503),
  SYS_BUSY: no("系统繁忙，请稍后再试", 503),
  DEFECT: no("系统出了点问题，请稍后再试", 500),
  // Passport
  LOGIN_NEEDED: no("登录后才能兑换"),
  SMS_CODE_WRONG: no("验证码不正确，请重新输入"),
  SMS_CODE_EXPIRED: no("验证码已失效，请重新获取"),
  TERMS_NEEDED: no("请先阅读并同意用户协议"),
  TERMS_CHANGED: no("协议又有更新，请刷新后重新确认"),
  NICKNAME_DENIED: no("昵称不可用：{reason}"),
  // Ways into an account
  WECHAT_STATE: no("微信登录已失效，请重新发起"),
  WECHAT_CODE: no("微信授权已失效，请再试一次"),
  WECHAT_SNAPSHOT: no("请先点右下角「使用完整服务」，再登录"),
  WECHAT_TAKEN: no("该微信已有账号"),
  WECHAT_OTHER: no("已绑定另一个微信，请先解绑"),
  PHONE_TAKEN: no("该手机号已有账号"),
  ACCOUNT_MERGED: no("账号已合并，请用合并后的账号再试一次"),
  ACCOUNT_CLOSED: no("账号已注销"),
  CLOSING_BLOCKED: no("有未完成的事项，暂不能注销账号"),
  FORFEITS_CHANGED: no("将清空的内容有变化，请重新确认"),
  MERGE_BLOCKED: no("有未完成的事项，暂不能合并账号"),
  PHONE_BOUND: no("账号已绑定手机号"),
  PHONE_NEEDED: no("请先绑定手机号"),
  PHONE_SAME: no("新手机号和现在的一样"),
  PHONE_CHANGE_WAIT: no("不久前刚更换过，{until} 后可再次更换"),
  PHONE_COOLING: no("刚更换过手机号，{until} 前暂停需要验证的提现和余额支付"),
  LAST_IDENTITY: no("请先绑定手机号，再解绑微信"),
  // Exchange codes
  CODE_INVALID: no("兑换码无效或已使用"),
  CODE_TYPO: no("兑换码输入有误，请核对后再试"),
  CODE_BUSY: no("该兑换码正在使用中"),
  CODE_HAD: no("你已兑换过该兑换码"),
  CODE_LOCKED: no("尝试次数过多，请稍后再试"),
  PROOF_NEEDED: no("尝试较多，请稍候再试一次"),
  LEVEL_HELD: no("你的会员等级更高或有效期更长，兑换码未使用，可转给他人"),
  SESSION_OVER: no("兑换已超时，请重新输入兑换码"),
  BATCH_STATE: no("批次状态已变化，请刷新"),
  EXPORT_KEY_TAKEN: no("密钥只显示一次，已经被领取"),
  DEALER_QUOTA: no("超过本月可生成的额度，请联系运营"),
  // Dining
  STORE_CLOSED: no("门店休息中，请选择其他门店或时间"),
  SLOT_INVALID: no("请选择可用的取餐时间"),
  MENU_CHANGED: no("部分餐品已变动，请核对后再提交"),
  LINES_INVALID: no("请选择餐品"),
  // Orders and fulfilment
  ORDER_STATE: no("订单状态已变化，请刷新"),
  SOLD_OUT: no("已售罄"),
  INPUT_INVALID: no("填写的信息格式不正确"),
  FULFIL_PENDING: no("正在为你出码"),
  REGION_UNAVAILABLE: no("当前城市暂不支持"),
  // Buying
  QUOTE_EXPIRED: no("价格已更新，请重新确认"),
  PRICE_CHANGED: no("商品价格有变动，请重新确认"),
  LIMIT_REACHED: no("已达购买上限"),
  LEVEL_NEEDED: no("{level}及以上可兑"),
  UNPAID_MANY: no("待支付订单过多，请先支付或取消"),
  ORDER_CLOSED: no("订单已关闭"),
  PAY_PENDING: no("支付结果确认中，请勿重复支付"),
  WECHAT_NEEDED: no("请在微信中打开后支付"),
  REFUND_CHANGED: no("可退金额有变化，请按新的金额确认"),
  REFUND_DENIED: no("该订单不支持退款：{reason}"),
  COUPON_UNUSABLE: no("优惠券不可用：{reason}"),
  COUPON_LOCKED: no("优惠券已被其他订单占用"),
  CLAIM_OVER: no("已领完"),
  CLAIM_LIMIT: no("已达领取上限"),
  INVITE_DENIED: no("不符合邀请规则：{reason}"),
  APPEAL_NONE: no("这笔奖励不需要申诉"),
  APPEAL_DECIDED: no("这笔奖励已有人工复核结果"),
  APPEAL_LATE: no("申诉期已过，请在 {days} 天内提出"),
  CLAIM_DENIED: no("暂不可领取：{reason}"),
  STEP_UP_NEEDED: no("请先完成支付验证"),
  // Operators
  TWO_PERSONS: no("提交人不能审核自己的申请"),
  APPROVAL_EXPIRED: no("申请已超过 24 小时，请重新提交"),
  OWN_ACCOUNT: no("不能处理自己账户的事项"),
  PUBLISH_DENIED: no("不能上架：{reason}"),
  ADJUST_LIMIT: no("超出调账上限：{reason}"),
  STATE_CHANGED: no("状态已变化，请刷新后重试"),
  DESK_TAKEN: no("已由其他同事认领"),
  DESK_CLAIM_NEEDED: no("请先认领再处理"),
  // Addresses
  ADDRESS_FULL: no("最多保存 {most} 个地址，请先删除不用的"),
  TARGET_DENIED: no("目标地址不可用：{reason}"),
  // Partners
  BIZ_CLOSED: no("暂时无法前往：{reason}"),
  // Files
  FILE_PATH: no("cloudPath不合法"),
  FILE_ID: no("fileID不合法"),
  FILE_LIST: no("fileList{fault}"),
  FILE_TYPE: no("只支持 JPG、PNG、WebP 图片"),
  FILE_BROKEN: no("图片打不开，请换一张"),
  FILE_LARGE: no("图片太大，请选 10 MB 以内的"),
  FILE_QUOTA: no("今天上传的图片太多，请明天再试"),
  FILE_TICKET: no("上传凭证无效或已过期，请重新上传"),
  FILE_LINK: no("链接无效或已过期"),
  FILE_GONE: no("图片已失效，请重新上传"),
  // WeChat
  URL_FOREIGN: no("只能为本站页面配置分享"),
  // Money
  BALANCE_SHORT: no("余额不足"),
  POINTS_SHORT: no("积分不足，还差 {missing}"),
  TOPUP_LIMIT: no("充值金额需在 {min} 至 {max} 元之间"),
  BALANCE_FULL: no("充值后余额将超过上限，最多还可充 {room} 元"),
  ACCOUNT_FROZEN: no("账户核查中，暂时不能使用，客服电话见「帮助客服」"),
  WITHDRAW_MIN: no("最低提现 {min} 元"),
  WITHDRAW_LIMIT: no("已达提现上限：{reason}"),
  NAME_NEEDED: no("该金额需要核对收款人姓名"),
  PASSWORD_WRONG: no("支付密码不正确，还可再试 {left} 次"),
  PASSWORD_LOCKED: no("支付密码已锁定，请使用短信验证码"),
  PASSWORD_WEAK: no("支付密码过于简单，请换一个"),
} as const satisfies Record<string, Entry>;

/** Every code a refusal may carry. */
export type RefusalCode = keyof typeof refusals;

/** Answers the member's words for a code, with `{name}` filled from the data. */
export function refusalText(code: RefusalCode, data?: Readonly<Record<string, unknown>>): string {
  return refusals[code].text.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(ownValue(data, name) ?? ""),
  );
}
