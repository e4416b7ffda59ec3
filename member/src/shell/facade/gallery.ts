/** Every dialog of the shell in every variant, each as it is asked for in the trade. */
import { RUNTIME_TOAST_MS } from "./defaults.ts";
import {
  confirm,
  form,
  loading,
  loginIdentity,
  notice,
  prompt,
  toast,
  whileLoading,
} from "./facade.ts";

export type GalleryEntry = {
  readonly id: string;
  readonly label: string;
  readonly open: () => Promise<unknown>;
};

const WORK_MS = 2_400;
const after = (delayMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, delayMs));

const toasts: readonly GalleryEntry[] = [
  { id: "toast-text", label: "轻提示", open: () => toast("再按一次退出") },
  {
    id: "toast-done",
    label: "轻提示 · 成功",
    open: () => toast("已复制订单编号", { kind: "done" }),
  },
  {
    id: "toast-failed",
    label: "轻提示 · 失败",
    open: () => toast("网络错误，请再试一次", { kind: "failed" }),
  },
  {
    id: "toast-runtime",
    label: "轻提示 · 运行时 1.5 秒",
    open: () => toast("登录已更新", { durationMs: RUNTIME_TOAST_MS }),
  },
];

const questions: readonly GalleryEntry[] = [
  {
    id: "confirm-default",
    label: "确认",
    open: () => confirm({ content: "请确认是否阅读并同意所有相关协议?" }),
  },
  {
    id: "confirm-money",
    label: "确认 · 动钱",
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
];

const notices: readonly GalleryEntry[] = [
  {
    id: "notice-default",
    label: "通知",
    open: () => notice({ content: "取餐码已发到你的手机" }),
  },
  {
    id: "notice-warning",
    label: "通知 · 警告",
    open: () =>
      notice({
        title: "14:00 起更换菜单",
        content: "你选的 1 件餐品下午不供应，已从清单移除，其余价格不变。",
        type: "warning",
      }),
  },
  {
    id: "notice-error",
    label: "通知 · 错误，两个按钮",
    open: () =>
      notice({
        title: "支付没有成功",
        content: "银行没有扣款，餐券还在。可以换一种方式，订单为你保留到 12:08。",
        type: "error",
        buttons: [{ text: "换微信支付", value: "wechat" }, { text: "稍后再付" }],
      }),
  },
];

const loadings: readonly GalleryEntry[] = [
  { id: "loading", label: "加载", open: () => whileLoading(after(WORK_MS)) },
  {
    id: "loading-duration",
    label: "加载 · 定时关闭",
    open: () => loading({ text: "正在出码", durationMs: WORK_MS }).gone,
  },
  {
    id: "loading-progress",
    label: "加载 · 报进度",
    open: async () => {
      const cover = loading({ text: "正在上传照片", progress: 20 });
      await after(WORK_MS / 2);
      cover.report(70);
      await after(WORK_MS / 2);
      return cover.close();
    },
  },
];

const prompts: readonly GalleryEntry[] = [
  {
    id: "prompt-text",
    label: "输入 · 单行",
    open: () => prompt({ title: "修改昵称", placeholder: "最多 12 个字", maxlength: 12 }),
  },
  {
    id: "prompt-textarea",
    label: "输入 · 多行",
    open: () =>
      prompt({
        title: "给门店的备注",
        type: "textarea",
        content: "少酱，餐具一份，到店前请别装袋",
        maxlength: 140,
      }),
  },
  {
    id: "prompt-number",
    label: "输入 · 数字",
    open: () =>
      prompt({ title: "用多少积分", type: "number", placeholder: "可用 2,600", defaultValue: 500 }),
  },
];

const MOBILE = /^1[3-9]\d{9}$/;
const receiver = [
  { name: "name", label: "姓名", placeholder: "收件人姓名", require: true, maxlength: 20 },
  {
    name: "phone",
    label: "手机号",
    type: "tel",
    placeholder: "请填 11 位手机号",
    require: true,
    maxlength: 11,
    validator: (phone: string) =>
      MOBILE.test(phone) ? undefined : Promise.reject(new Error("请填 11 位手机号")),
  },
  {
    name: "postcode",
    label: "邮编",
    placeholder: "可以不填",
    maxlength: 6,
    // Rejects without words, so the form's own are shown.
    validator: (code: string) => (/^\d{6}$/.test(code) ? undefined : Promise.reject(new Error())),
  },
] as const;

const forms: readonly GalleryEntry[] = [
  {
    id: "form",
    label: "表单",
    open: () => form({ title: "新增收货人", intro: "用于积分好物寄送", fields: receiver }),
  },
  {
    id: "form-refused",
    label: "表单 · 提交失败",
    open: () =>
      form({
        title: "新增收货人",
        fields: receiver,
        confirmText: "保存",
        submit: () => after(300).then(() => Promise.reject(new Error("最多保存 20 个收货人"))),
      }),
  },
];

const identities: readonly GalleryEntry[] = [
  {
    id: "login-identity",
    label: "登录身份",
    open: () =>
      loginIdentity({
        buttons: [
          { text: "微信一键登录", handler: () => after(300) },
          { text: "手机号登录", handler: () => after(300) },
        ],
        terms: [
          { name: "《用户协议》", type: "user", handler: (type) => toast(`打开协议 ${type}`) },
          { name: "《隐私政策》", type: "privacy", handler: (type) => toast(`打开协议 ${type}`) },
        ],
      }),
  },
];

export const GALLERY: readonly GalleryEntry[] = [
  ...toasts,
  ...questions,
  ...notices,
  ...loadings,
  ...prompts,
  ...forms,
  ...identities,
];
