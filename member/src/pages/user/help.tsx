/** 帮助客服: answers by topic, a search over them, and what to send to customer service. */
import { useQuery } from "@tanstack/react-query";
import { builtInHelp } from "@yunjing/contract/help-articles";
import type { HelpArticle } from "@yunjing/contract/schemas/content";
import { useState } from "react";
import { api, apiQuery } from "../../api.ts";
import { copyText } from "../../device/clipboard.ts";
import { lastRequestId, reportText } from "../../device/log-text.ts";
import { VERSION, VERSION_CODE } from "../../device/platform.ts";
import { Button } from "../../components/button.tsx";
import { Section } from "../../components/card.tsx";
import { Chips } from "../../components/chip.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Field } from "../../components/field.tsx";
import { Icon } from "../../components/icon.tsx";
import { chevronDown } from "../../components/icons.ts";
import { ListRow, ListRows } from "../../components/list-row.tsx";
import { mail, receipt } from "../../components/page-icons.ts";
import { Hotline } from "../../components/hotline.tsx";
import { LegalFooter } from "../../components/legal-footer.tsx";
import { notice, toast } from "../../shell/facade/facade.ts";
import { Link } from "../../shell/link.tsx";
import { navigateTo } from "../../shell/navigate.ts";
import { findArticles, topicsOf } from "./help/answers.ts";
import styles from "./help/help.module.css";

const ALL = { id: "all", text: "全部" };

/** The operators' articles; the built-in ones until there are any, and without a network. */
function useArticles(): readonly HelpArticle[] {
  const { data } = useQuery({ ...apiQuery(api.home.help, {}), meta: { quiet: true } });
  return data && data.list.length > 0 ? data.list : builtInHelp;
}

const Answer = ({ article: { text, answer, link } }: { readonly article: HelpArticle }) => (
  <details className={styles.question}>
    <summary>
      <span className="grow">{text}</span>
      <Icon of={chevronDown} size={18} className={styles.arrow} />
    </summary>
    <div className={styles.answer}>
      {answer.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {link && <Link to={link.url}>{link.text}</Link>}
    </div>
  </details>
);

/** One card per topic; topics without a result are omitted. */
const Answers = ({ found }: { readonly found: readonly HelpArticle[] }) =>
  topicsOf(found).map((topic) => (
    <Section key={topic} title={topic}>
      <div className="rows-end">
        {found
          .filter((article) => article.topic === topic)
          .map((article) => (
            <Answer key={article.id} article={article} />
          ))}
      </div>
    </Section>
  ));

const copyReport = async (): Promise<void> =>
  (await copyText(reportText()))
    ? toast("诊断信息已复制", { kind: "done" })
    : notice({ title: "请长按复制", content: reportText() }).then(() => undefined);

function Contact() {
  const requestId = lastRequestId();
  return (
    <Section title="客服">
      <div className="rows-end">
        <ListRows label="客服">
          <ListRow
            icon={mail}
            name="联系客服"
            note="写下问题，可以附图片"
            onPress={() => navigateTo("/pages/user/ask")}
          />
          <ListRow
            icon={receipt}
            name="我的工单"
            note="查看客服的回复"
            onPress={() => navigateTo("/pages/user/tickets")}
          />
          <ListRow
            icon={receipt}
            name="我的发票"
            note="查看和保存开好的发票"
            onPress={() => navigateTo("/pages/user/invoices")}
          />
          <Hotline />
          <ListRow
            name="复制诊断信息"
            value={
              requestId ? `最近失败 ${requestId.slice(-8)}` : `版本 ${VERSION} (${VERSION_CODE})`
            }
            onPress={copyReport}
          />
        </ListRows>
      </div>
    </Section>
  );
}

export default function UserHelpPage() {
  const [typed, setTyped] = useState("");
  const [topic, setTopic] = useState<string>();
  const articles = useArticles();
  const found = findArticles(articles, typed, topic);
  const reset = () => {
    setTyped("");
    setTopic(undefined);
  };
  return (
    <div className="page-padding column gap-3">
      <Field
        label="搜索帮助"
        isLabelHidden
        kind="search"
        placeholder="搜索问题，如 取餐码"
        value={typed}
        onInput={setTyped}
        lengthMax={40}
        canClear
      />
      <div className={styles.topics}>
        <Chips
          label="问题分类"
          items={[ALL, ...topicsOf(articles).map((name) => ({ id: name, text: name }))]}
          value={topic ?? ALL.id}
          onChoose={(id) => setTopic(id === ALL.id ? undefined : id)}
        />
      </div>
      {found.length > 0 ? (
        <Answers found={found} />
      ) : (
        <EmptyState scene="search" title="没有找到相关问题" note="换个说法，或看看全部问题">
          <Button appearance="line" size={44} onPress={reset}>
            查看全部
          </Button>
        </EmptyState>
      )}
      <Contact />
      <LegalFooter />
    </div>
  );
}
