/** Message templates for requests to close an account. */
import { type Template, minuteText, dataText } from "./template.ts";

export const closingTemplates = {
  "account.closing": {
    topic: "security",
    urgency: "now",
    sms: "always",
    title: "已申请注销账号",
    text: ({ data }) =>
      `你的账号将于 ${minuteText(data["dueAt"])} 注销，在此之前可以撤回。若非本人操作，请立即登录撤回。`,
    link: () => "/pages/user/closing",
  },
  "account.closing_withdrawn": {
    topic: "security",
    urgency: "now",
    sms: "always",
    title: "已撤回注销申请",
    text: ({ data }) => `你的账号于 ${minuteText(data["at"])} 撤回了注销申请，可以照常使用。`,
    link: () => "/pages/user/settings",
    once: ({ ref }) => `account.closing_withdrawn:${ref}`,
  },
  "account.closing_stopped": {
    topic: "security",
    urgency: "now",
    sms: "always",
    title: "注销申请已停止",
    text: (facts) =>
      `你的注销申请已由客服停止：${dataText(facts, "why")}。账号可以照常使用，需要时可以重新申请。`,
    link: () => "/pages/user/settings",
    once: ({ ref }) => `account.closing_stopped:${ref}`,
  },
  "account.closing_waits": {
    topic: "security",
    urgency: "daytime",
    sms: "always",
    title: "账号暂不能注销",
    text: (facts) =>
      `注销前还有事项要处理：${dataText(facts, "why")}。处理完会自动继续，也可以撤回申请。`,
    link: () => "/pages/user/closing",
    // A new message is sent when the obstacles change.
    once: ({ ref, data }) => `account.closing_waits:${ref}:${String(data["at"] ?? "")}`,
  },
} as const satisfies Record<string, Template>;
