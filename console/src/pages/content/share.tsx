/** 分享与海报: what pages and invitations are shared as, and the lines of each poster. */
import { api, type OutputOf } from "../../api/client.ts";
import type { FieldValue } from "../../parts/form/check-field.ts";
import type { FieldSpec } from "../../parts/form/field.tsx";
import { Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { FieldsForm } from "../goods/fields-form.tsx";
import { KeptEditor } from "./kept-editor.tsx";
import { useKept } from "./use-kept.ts";

type Stored = OutputOf<typeof api.operatorContent.share>;
type Share = Stored["share"];
type Poster = Share["posters"][number];

/** One text of the document: where it stands, its label, and its longest length. */
type Line = {
  readonly label: string;
  readonly most: number;
  readonly read: (share: Share) => string;
  readonly write: (share: Share, text: string) => Share;
};

const homeLine = (name: "title" | "description", label: string, most: number): Line => ({
  label,
  most,
  read: ({ home }) => home[name],
  write: (share, text) => ({ ...share, home: { ...share.home, [name]: text } }),
});
const invitationLine = (name: "title" | "text", label: string, most: number): Line => ({
  label,
  most,
  read: ({ invitation }) => invitation[name],
  write: (share, text) => ({ ...share, invitation: { ...share.invitation, [name]: text } }),
});

const withPoster = (share: Share, at: number, change: (poster: Poster) => Poster): Share => ({
  ...share,
  posters: share.posters.map((poster, place) => (place === at ? change(poster) : poster)),
});
const posterLines = (at: number): readonly Line[] => {
  const part = (name: "slogan" | "offer", row: number, label: string, most: number): Line => ({
    label,
    most,
    read: ({ posters }) => posters[at]?.[name][row] ?? "",
    write: (share, text) =>
      withPoster(share, at, (poster) => ({
        ...poster,
        [name]: poster[name].map((line, place) => (place === row ? text : line)),
      })),
  });
  return [
    {
      label: "名称",
      most: 8,
      read: ({ posters }) => posters[at]?.title ?? "",
      write: (share, text) => withPoster(share, at, (poster) => ({ ...poster, title: text })),
    },
    part("slogan", 0, "标语第 1 行", 9),
    part("slogan", 1, "标语第 2 行", 9),
    part("offer", 0, "说明第 1 行", 14),
    part("offer", 1, "说明第 2 行", 14),
  ];
};

const pageLines = [homeLine("title", "标题", 20), homeLine("description", "描述", 40)];
const invitationLines = [invitationLine("title", "标题", 20), invitationLine("text", "文字", 60)];

type Group = { readonly title: string; readonly aside?: string; readonly lines: readonly Line[] };
const groupsOf = (share: Share): readonly Group[] => [
  { title: "页面分享", aside: "在微信里分享首页和其他页面", lines: pageLines },
  { title: "邀请分享", aside: "会员分享邀请链接", lines: invitationLines },
  ...share.posters.map(({ posterId }, at) => ({
    title: `海报 ${at + 1}`,
    aside: posterId,
    lines: posterLines(at),
  })),
];
const textsOf = (share: Share) =>
  new Map(
    groupsOf(share).flatMap(({ title, lines }) =>
      lines.map((line) => [`${title} · ${line.label}`, line.read(share)] as const),
    ),
  );

const faultOf = ({ read, most }: Line, share: Share): string | undefined => {
  const text = read(share).trim();
  if (text === "") return "请填写";
  return text.length > most ? `最多 ${most} 个字` : undefined;
};

export function ShareEditor({ stored }: { readonly stored: Stored }) {
  const kept = useKept<Share>({ ...stored, value: stored.share });
  const { value, sinceVersion, change, round, settle } = kept;
  const groups = groupsOf(value);
  const isWrong = groups.some(({ lines }) => lines.some((line) => faultOf(line, value)));
  const save = async () => {
    const done = await askReason({
      op: api.operatorContent.setShare,
      input: { sinceVersion, share: value },
      title: "保存分享与海报",
      effect: ["会员立刻分享新的文字；海报重新生成，已保存到手机的不变"],
      confirm: "保存",
      done: "已保存",
    });
    if (done) settle("theirs");
  };
  return (
    <KeptEditor
      stored={stored}
      kept={kept}
      linesOf={textsOf}
      unstored="现在用的是安装时的文字"
      isWrong={isWrong}
      onSave={save}
    >
      {groups.map(({ title, aside, lines }) => {
        const fields: readonly FieldSpec[] = lines.map(({ label, most }) => ({
          kind: "text",
          name: label,
          label,
          help: `最多 ${most} 个字`,
          isRequired: true,
        }));
        const lineOf = (name: string) => lines.find(({ label }) => label === name);
        return (
          <Section key={title} title={title} level={2} {...(aside === undefined ? {} : { aside })}>
            <FieldsForm
              key={round}
              label={title}
              fields={fields}
              valueOf={(name): FieldValue => lineOf(name)?.read(value)}
              faultOf={(name) => {
                const line = lineOf(name);
                return line && faultOf(line, value);
              }}
              onChange={(name, typed) => {
                const line = lineOf(name);
                if (line) change(line.write(value, String(typed ?? "")));
              }}
            />
          </Section>
        );
      })}
    </KeptEditor>
  );
}
