/**
 * The catalogue of all refusals: code, HTTP status and the text that a member reads (domain.md).
 */
import { ownValue } from "./own-value.ts";

type Entry = { readonly status: number; readonly text: string };
const entry = (text: string, status = 200): Entry => ({ status, text });

/** `{name}` in a text is replaced from the refusal's data. */
export const refusals = {
  // Protocol
  BAD_REQUEST: entry("请求参数有误", 400),
  KEY_MISSING: entry("缺少请求编号，请刷新后重试", 400),
  AUTH_EXPIRED: entry("登录已过期，请重新登录", 401),
  NO_PERMISSION: entry("暂无权限", 403),
  NOT_FOUND: entry("内容不存在或链接已失效", 404),
  KEY_BUSY: entry("正在处理中，请稍候", 409),
  TOO_LARGE: entry("提交的内容过大", 413),
  MEDIA_TYPE: entry("不支持的内容格式", 415),
  KEY_REUSED: entry("请求编号已用于其他操作，请刷新后重试", 422),
  RATE_LIMITED: entry("操作太频繁，请稍后再试", 429),
  PARTNER_DOWN: entry("合作方服务繁忙，请稍后再试", 503),
  FEATURE_PAUSED: entry("{text}", 503),
  SYS_BUSY: entry("系统繁忙，请稍后再试", 503),
  DEFECT: entry("系统出了点问题，请稍后再试", 500),
  /** Rules and lists of risk; the sentence names none of them. */
  RISK_REFUSED: entry("{text}"),
  // Passport
  LOGIN_NEEDED: entry("登录后才能兑换"),
  SMS_CODE_WRONG: entry("验证码不正确，请重新输入"),
  SMS_CODE_EXPIRED: entry("验证码已失效，请重新获取"),
  TERMS_NEEDED: entry("请先阅读并同意用户协议"),
  TERMS_CHANGED: entry("协议又有更新，请刷新后重新确认"),
  NICKNAME_DENIED: entry("昵称不可用：{reason}"),
  // Ways of logging in to an account
  WECHAT_STATE: entry("微信登录已失效，请重新发起"),
  WECHAT_CODE: entry("微信授权已失效，请再试一次"),
  WECHAT_SNAPSHOT: entry("请先点右下角「使用完整服务」，再登录"),
  WECHAT_TAKEN: entry("该微信已有账号"),
  WECHAT_OTHER: entry("已绑定另一个微信，请先解绑"),
  PHONE_TAKEN: entry("该手机号已有账号"),
  ACCOUNT_MERGED: entry("账号已合并，请用合并后的账号再试一次"),
  ACCOUNT_CLOSED: entry("账号已注销"),
  CLOSING_BLOCKED: entry("有未完成的事项，暂不能注销账号"),
  FORFEITS_CHANGED: entry("将清空的内容有变化，请重新确认"),
  MERGE_BLOCKED: entry("有未完成的事项，暂不能合并账号"),
  PHONE_BOUND: entry("账号已绑定手机号"),
  PHONE_NEEDED: entry("请先绑定手机号"),
  PHONE_SAME: entry("新手机号和现在的一样"),
  PHONE_CHANGE_WAIT: entry("不久前刚更换过，{until} 后可再次更换"),
  PHONE_COOLING: entry("刚更换过手机号，{until} 前暂停需要验证的提现和余额支付"),
  LAST_IDENTITY: entry("请先绑定手机号，再解绑微信"),
  // Exchange codes
  CODE_INVALID: entry("兑换码无效或已使用"),
  CODE_TYPO: entry("兑换码输入有误，请核对后再试"),
  CODE_BUSY: entry("该兑换码正在使用中"),
  CODE_HAD: entry("你已兑换过该兑换码"),
  CODE_LOCKED: entry("尝试次数过多，请稍后再试"),
  PROOF_NEEDED: entry("尝试较多，请稍候再试一次"),
  LEVEL_HELD: entry("你的会员等级更高或有效期更长，兑换码未使用，可转给他人"),
  SESSION_OVER: entry("兑换已超时，请重新输入兑换码"),
  BATCH_STATE: entry("批次状态已变化，请刷新"),
  EXPORT_LIMIT: entry("同时最多 3 个导出，每天最多 10 个"),
  EXPORT_LINK: entry("下载链接已失效，请重新获取"),
  EXPORT_KEY_TAKEN: entry("密钥只显示一次，已经被领取"),
  DEALER_QUOTA: entry("超过本月可生成的额度，请联系运营"),
  // Dining
  STORE_CLOSED: entry("门店休息中，请选择其他门店或时间"),
  STORE_PAUSED: entry("这家门店暂停接单，请选择其他门店"),
  SLOT_INVALID: entry("请选择可用的取餐时间"),
  MENU_CHANGED: entry("部分餐品已变动，请核对后再提交"),
  LINES_INVALID: entry("请选择餐品"),
  // Orders and fulfilment
  ORDER_STATE: entry("订单状态已变化，请刷新"),
  SOLD_OUT: entry("已售罄"),
  INPUT_INVALID: entry("填写的信息格式不正确"),
  FULFIL_PENDING: entry("正在为你出码"),
  REGION_UNAVAILABLE: entry("当前城市暂不支持"),
  // Buying
  QUOTE_EXPIRED: entry("价格已更新，请重新确认"),
  PRICE_CHANGED: entry("商品价格有变动，请重新确认"),
  LIMIT_REACHED: entry("已达购买上限"),
  LEVEL_NEEDED: entry("{level}及以上可兑"),
  FAVOURITES_MANY: entry("收藏的门店已达 20 家，请先取消一家"),
  UNPAID_MANY: entry("待支付订单过多，请先支付或取消"),
  ORDER_CLOSED: entry("订单已关闭"),
  PAY_PENDING: entry("支付结果确认中，请勿重复支付"),
  WECHAT_NEEDED: entry("请在微信中打开后支付"),
  REFUND_CHANGED: entry("可退金额有变化，请按新的金额确认"),
  REFUND_DENIED: entry("该订单不支持退款：{reason}"),
  INVOICE_DENIED: entry("暂不能开发票：{reason}"),
  COUPON_UNUSABLE: entry("优惠券不可用：{reason}"),
  COUPON_LOCKED: entry("优惠券已被其他订单占用"),
  CLAIM_OVER: entry("已领完"),
  CLAIM_LIMIT: entry("已达领取上限"),
  INVITE_DENIED: entry("不符合邀请规则：{reason}"),
  APPEAL_NONE: entry("这笔奖励不需要申诉"),
  APPEAL_DECIDED: entry("这笔奖励已有人工复核结果"),
  APPEAL_LATE: entry("申诉期已过，请在 {days} 天内提出"),
  CLAIM_DENIED: entry("暂不可领取：{reason}"),
  STEP_UP_NEEDED: entry("请先完成安全验证"),
  // Operators
  LOGIN_TICKET: entry("登录已超时，请重新获取短信验证码"),
  TOTP_WRONG: entry("验证码不正确，还可再试 {triesLeft} 次"),
  TOTP_USED: entry("这个验证码已经用过，请等下一个"),
  TOTP_LOCKED: entry("错误次数过多，请在 {minutes} 分钟后再试"),
  RECOVERY_WRONG: entry("恢复码不正确或已用过，还可再试 {triesLeft} 次"),
  TWO_PERSONS: entry("提交人不能审核自己的申请"),
  APPROVAL_EXPIRED: entry("申请已超过 24 小时，请重新提交"),
  OWN_ACCOUNT: entry("不能处理自己账户的事项"),
  PUBLISH_DENIED: entry("不能上架：{reason}"),
  ADJUST_LIMIT: entry("超出调账上限：{reason}"),
  STATE_CHANGED: entry("状态已变化，请刷新后重试"),
  DESK_TAKEN: entry("已由其他同事认领"),
  DESK_CLAIM_NEEDED: entry("请先认领再处理"),
  // Addresses
  ADDRESS_FULL: entry("最多保存 {most} 个地址，请先删除不用的"),
  TARGET_DENIED: entry("目标地址不可用：{reason}"),
  // Partners
  BIZ_CLOSED: entry("暂时无法前往：{reason}"),
  // Files
  FILE_PATH: entry("cloudPath不合法"),
  FILE_ID: entry("fileID不合法"),
  FILE_LIST: entry("fileList{fault}"),
  FILE_TYPE: entry("只支持 JPG、PNG、WEBP 图片"),
  FILE_BROKEN: entry("图片打不开，请换一张"),
  FILE_LARGE: entry("图片太大，请选 10 MB 以内的"),
  FILE_QUOTA: entry("今天上传的图片太多，请明天再试"),
  FILE_TICKET: entry("上传凭证无效或已过期，请重新上传"),
  FILE_LINK: entry("链接无效或已过期"),
  FILE_GONE: entry("图片已失效，请重新上传"),
  // WeChat
  URL_FOREIGN: entry("只能为本站页面配置分享"),
  // Money
  BALANCE_SHORT: entry("余额不足"),
  POINTS_SHORT: entry("积分不足，还差 {missing}"),
  TOPUP_LIMIT: entry("充值金额需在 {min} 至 {max} 元之间"),
  BALANCE_FULL: entry("充值后余额将超过上限，最多还可充 {room} 元"),
  ACCOUNT_FROZEN: entry("账户核查中，暂时不能使用，客服电话见「帮助客服」"),
  WITHDRAW_MIN: entry("最低提现 {min} 元"),
  WITHDRAW_LIMIT: entry("已达提现上限：{reason}"),
  NAME_NEEDED: entry("该金额需要核对收款人姓名"),
  PASSWORD_WRONG: entry("支付密码不正确，还可再试 {left} 次"),
  PASSWORD_LOCKED: entry("支付密码已锁定，请使用短信验证码"),
  PASSWORD_WEAK: entry("支付密码过于简单，请换一个"),
} as const satisfies Record<string, Entry>;

/** Every refusal code. */
export type RefusalCode = keyof typeof refusals;

/** Returns the text that a member reads for a code, with `{name}` replaced from the data. */
export function refusalText(code: RefusalCode, data?: Readonly<Record<string, unknown>>): string {
  return refusals[code].text.replace(/\{(\w+)\}/g, (_, name: string) =>
    String(ownValue(data, name) ?? ""),
  );
}
