/** Opens every dialog in every variant, each by one call; listed by the developer page. */
import { MOBILE } from "@yunjing/contract/phone";
import { RUNTIME_TOAST_MS } from "./defaults.ts";
import { confirm, loading, notice, prompt, toast, form, loginIdentity } from "./facade.ts";

export type GalleryEntry = {
  readonly id: string;
  readonly label: string;
  /** Opens the dialog; resolves with what the caller of the dialog would get. */
  readonly open: () => Promise<unknown>;
};

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

const toasts: readonly GalleryEntry[] = [
  { id: "toast-text", label: "轻提示：纯文字", open: () => toast("再按一次退出") },
  {
    id: "toast-done",
    label: "轻提示：成功",
    open: () => toast("已复制订单编号", { kind: "done" }),
  },
  {
    id: "toast-failed",
    label: "轻提示：失败",
    open: () => toast("网络错误，请再试一次", { kind: "failed" }),
  },
  {
    id: "toast-runtime",
    label: "轻提示：云端报错",
    open: () => toast("优惠券已领完", { kind: "failed", durationMs: RUNTIME_TOAST_MS }),
  },
];

const confirms: readonly GalleryEntry[] = [
  {
    id: "confirm-default",
    label: "确认：默认",
    open: () => confirm({ content: "请确认是否阅读并同意所有相关协议?" }),
  },
  {
    id: "confirm-money",
    label: "确认：动钱",
    open: () =>
      confirm({
        title: "用掉这张餐券?",
        content: "",
        rows: [
          { label: "餐券", value: "¥45.00，不找零" },
          { label: "余额", value: "付 ¥2.50，剩 ¥126.00" },
        ],
        cancelText: "再想想",
        confirmText: "支付并用掉餐券",
        tone: "main",
      }),
  },
  {
    id: "confirm-long",
    label: "确认：长说明",
    open: () =>
      confirm({
        title: "申请退回这笔充值?",
        content:
          "号码 139****5678 的 100 元话费还在充值中。运营商若已受理，退款会被拒绝，钱仍会到号码里；" +
          "若没有受理，¥97.50 会在 1–3 天内按原路退回，其中余额部分立即退回。\n提交后不能撤回。",
        cancelText: "再等等",
        confirmText: "申请退 ¥97.50",
        tone: "main",
      }),
  },
];

const notices: readonly GalleryEntry[] = [
  {
    id: "notice-default",
    label: "通知：默认",
    open: () => notice({ content: "餐品已备好，请凭取餐码到柜台领取。" }),
  },
  {
    id: "notice-warning",
    label: "通知：警告",
    open: () =>
      notice({
        type: "warning",
        title: "14:00 起更换菜单",
        content: "你选的 1 件餐品下午不供应，已从清单移除，其余价格不变。",
      }),
  },
  {
    id: "notice-error",
    label: "通知：错误，两个按钮",
    open: () =>
      notice({
        type: "error",
        title: "支付没有成功",
        content: "银行没有扣款，餐券还在。可以换一种方式，订单为你保留到 12:08。",
        buttons: [
          { text: "换微信支付", value: "wechat" },
          { text: "稍后再付", value: "later" },
        ],
      }),
  },
  {
    id: "notice-buttons",
    label: "通知：多个按钮",
    open: () =>
      notice({
        title: "这张券可以用在",
        content: "附近三家门店都能用，也可以以后再选。",
        buttons: [
          { text: "人民广场店", value: "store-1" },
          { text: "南京东路店", value: "store-2" },
          { text: "福州路店", value: "store-3" },
          { text: "以后再选", value: "later" },
        ],
      }),
  },
];

/** Simulates five progress reports of an upload, in per cent. */
async function* uploaded(): AsyncGenerator<number> {
  for (const percent of [0, 25, 50, 75, 100]) {
    yield percent;
    await wait(400);
  }
}

const loadings: readonly GalleryEntry[] = [
  { id: "loading", label: "加载：默认", open: () => closeAfter(loading(), 2_500) },
  {
    id: "loading-duration",
    label: "加载：到时自己关",
    open: () => closeAfter(loading({ text: "正在查询可用门店", durationMs: 1_500 }), 1_500),
  },
  {
    id: "loading-progress",
    label: "加载：真实进度",
    open: () => closeAfter(loading({ text: "正在上传照片", progress: uploaded() }), 2_200),
  },
  {
    id: "loading-half",
    label: "加载：固定进度",
    open: () => closeAfter(loading({ text: "已备好 2 份，共 4 份", progress: 50 }), 2_500),
  },
];

async function closeAfter(cover: { close: () => Promise<void> }, ms: number): Promise<void> {
  await wait(ms);
  await cover.close();
}

const prompts: readonly GalleryEntry[] = [
  {
    id: "prompt-text",
    label: "输入：单行文字",
    open: () => prompt({ title: "给这个地址起个名", placeholder: "例如 公司" }),
  },
  {
    id: "prompt-textarea",
    label: "输入：多行文字",
    open: () =>
      prompt({
        title: "给门店的备注",
        type: "textarea",
        content: "少酱，餐具一份，到店前请别装袋",
        maxlength: 140,
        hasCounter: true,
      }),
  },
  {
    id: "prompt-number",
    label: "输入：数字",
    open: () => prompt({ title: "充值金额（元）", type: "number", placeholder: "例如 50" }),
  },
];

const recipient = {
  title: "新增收货人",
  intro: "用于积分好物寄送",
  fields: [
    { name: "name", label: "姓名", require: true, value: "林知夏" },
    {
      name: "phone",
      label: "手机号",
      type: "tel",
      require: true,
      placeholder: "请填 11 位手机号",
      validator: (value: string) => MOBILE.test(value),
    },
    { name: "address", label: "地址", require: true, value: "上海市黄浦区福州路 465 号" },
  ],
} as const;

const forms: readonly GalleryEntry[] = [
  { id: "form", label: "表单：新增收货人", open: () => form(recipient) },
  {
    id: "form-submit",
    label: "表单：提交失败",
    open: () =>
      form({
        ...recipient,
        title: "修改收货人",
        confirmText: "保存",
        busyText: "正在保存",
        submit: async () => {
          await wait(600);
          throw new Error("这个地址暂时不能配送，请换一个");
        },
      }),
  },
  {
    id: "form-validator",
    label: "表单：逐项校验",
    open: () =>
      form({
        title: "开具发票",
        fields: [
          {
            name: "company",
            label: "公司名称",
            require: true,
            placeholder: "请填营业执照上的全称",
          },
          {
            name: "tax",
            label: "税号",
            placeholder: "15 到 20 位",
            validator: async (value) => {
              await wait(200);
              if (value.length < 15) throw new Error("税号至少 15 位");
            },
          },
          { name: "note", label: "备注", type: "textarea", maxlength: 60, hasCounter: true },
        ],
        submit: () => wait(400),
      }),
  },
];

const logins: readonly GalleryEntry[] = [
  {
    id: "login-identity",
    label: "登录：先同意协议",
    open: () =>
      loginIdentity({
        title: "请先登录",
        buttons: [
          { text: "微信一键登录", icon: "wechat", color: "main", handler: () => wait(600) },
          { text: "手机号登录", color: "line" },
        ],
        terms: [
          { name: "《用户协议》", type: "user" },
          { name: "《隐私政策》", type: "privacy" },
        ],
      }),
  },
  {
    id: "login-identity-default",
    label: "登录：默认文字，无协议",
    open: () =>
      loginIdentity({
        buttons: [
          { text: "手机号", icon: "phone", width: "half", color: "sea" },
          { text: "微信", icon: "wechat", width: "half" },
        ],
      }),
  },
  {
    id: "login-identity-failed",
    label: "登录：失败后可再试",
    open: () =>
      loginIdentity({
        buttons: [
          {
            text: "微信一键登录",
            icon: "wechat",
            handler: async () => {
              await wait(300);
              throw new Error("微信授权没有完成，请再试一次");
            },
          },
        ],
        terms: [{ name: "《用户协议》", handler: () => toast("打开用户协议") }],
      }),
  },
];

export const GALLERY: readonly GalleryEntry[] = [
  ...toasts,
  ...confirms,
  ...notices,
  ...loadings,
  ...prompts,
  ...forms,
  ...logins,
];
