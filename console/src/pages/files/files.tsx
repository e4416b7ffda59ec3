/** 文件: members' pictures by use, member and age; where each is used; block and remove. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api, apiQuery, type Item } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { FixedPage } from "../../parts/fixed-page.tsx";
import { EMPTY, groupedNumber, timeText } from "../../parts/format.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { askReason } from "../../parts/prompt/ask-reason.ts";
import { Evidence } from "../../parts/record/evidence.tsx";
import { MemberLink } from "../../parts/record/record-links.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { columnsOf, TwoLines } from "../../parts/table/columns.tsx";
import { FilterBar } from "../../parts/table/filter-bar.tsx";
import { ResourceTable } from "../../parts/table/resource-table.tsx";
import { noFilters, oneOf, text, useSearchState } from "../../parts/table/search-state.ts";
import { StateTag } from "../../parts/tag.tsx";

type Row = Item<typeof api.operatorFiles.list>;
const SPEC = {
  use: oneOf("avatar", "refund", "ticket"),
  state: oneOf("blocked"),
  keyword: text(9),
  open: text(40),
};
const uses = { avatar: "头像", refund: "售后凭证", ticket: "工单图片" } as const;
const states = {
  served: ["ok", "正常"],
  blocked: ["warn", "已停用"],
  removed: ["sand", "已删除"],
} as const;
const sizeText = (bytes: number): string => `${groupedNumber(String(Math.ceil(bytes / 1024)))} KB`;

const of = columnsOf<Row>();
const columns = [
  of.custom("use", "用途", ({ use, fileId }) => (
    <TwoLines first={uses[use]} second={fileId.slice(-12)} />
  )),
  of.custom("member", "会员", ({ member }) =>
    member ? <TwoLines first={member.nickname} second={member.memberNo} /> : EMPTY,
  ),
  of.custom("bytes", "大小", ({ bytes }) => sizeText(bytes), { align: "right" }),
  of.custom("state", "状态", ({ state }) => (
    <StateTag tone={states[state][0]}>{states[state][1]}</StateTag>
  )),
  of.instant("createdAt", "上传于"),
];

const block = (fileId: string) =>
  askReason({
    op: api.operatorFiles.block,
    input: { fileId },
    title: "停用图片",
    effect: ["任何人都看不到这张图片，引用它的记录不变", "可以恢复"],
    confirm: "停用",
    look: "danger",
    done: "已停用",
  });
const unblock = (fileId: string) =>
  askReason({
    op: api.operatorFiles.unblock,
    input: { fileId },
    title: "恢复图片",
    effect: ["引用它的地方重新显示这张图片"],
    confirm: "恢复",
    done: "已恢复",
  });
const remove = (fileId: string) =>
  askReason({
    op: api.operatorFiles.remove,
    input: { fileId },
    title: "删除图片",
    effect: ["图片内容立即删除，不能恢复", "记录和审计保留"],
    confirm: "删除，不能恢复",
    look: "danger",
    done: "已删除",
  });

function FilePanel({ fileId, onClose }: { readonly fileId: string; readonly onClose: () => void }) {
  const query = useQuery(apiQuery(api.operatorFiles.detail, { fileId }));
  const [url, setUrl] = useState<string>();
  const file = query.data;
  const reveal = async () => {
    const found = await askReason({
      op: api.operatorFiles.reveal,
      input: { fileId },
      title: "看原图",
      effect: ["记入审计，计入今天的查看次数", "链接 10 分钟有效"],
      confirm: "看原图",
      reloads: [],
    });
    setUrl(found?.url);
  };
  const shown = file?.state === "served" ? (url ?? file.thumbnailUrl) : undefined;
  return (
    <Panel
      title={file ? uses[file.use] : "图片"}
      text={fileId}
      onClose={onClose}
      foot={
        file &&
        file.state !== "removed" && (
          <>
            {file.state === "served" ? (
              <Button onClick={() => void block(fileId)}>停用</Button>
            ) : (
              <Button onClick={() => void unblock(fileId)}>恢复</Button>
            )}
            <Button look="danger" onClick={() => void remove(fileId)}>
              删除
            </Button>
          </>
        )
      }
    >
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton rows={4} />}
      {file && (
        <>
          {file.blockReason !== undefined && (
            <Notice tone="warn">
              {file.blockedBy?.name || "自动审核"} 在 {timeText(file.blockedAt ?? 0)} 停用：
              {file.blockReason}
            </Notice>
          )}
          <Section title="图片">
            {shown === undefined ? (
              file.state === "served" && (
                <Button size="small" onClick={() => void reveal()}>
                  看原图
                </Button>
              )
            ) : (
              <Evidence urls={[shown]} />
            )}
            <Facts
              rows={[
                [
                  "会员",
                  file.member ? <MemberLink key="m" memberNo={file.member.memberNo} /> : EMPTY,
                ],
                ["上传于", timeText(file.createdAt)],
                ["大小", sizeText(file.bytes)],
                ["状态", states[file.state][1]],
              ]}
            />
          </Section>
          <Section title="用在哪里">
            {file.usedIn.length === 0 ? (
              <p>没有记录在用它</p>
            ) : (
              <Facts rows={file.usedIn.map(({ kind, ref }) => [uses[kind], ref])} />
            )}
          </Section>
        </>
      )}
    </Panel>
  );
}

export default function FilesPage() {
  const [values, setSearch] = useSearchState(SPEC);
  const { use, state, keyword: memberNo } = values;
  const isMember = memberNo !== undefined && /^\d{9}$/.test(memberNo);
  const filter = { ...(use && { use }), ...(state && { state }), ...(isMember && { memberNo }) };
  return (
    <FixedPage>
      <PageHead title="文件" text="会员上传的图片；售后和工单图片要写原因才能看" />
      <ResourceTable
        title="文件"
        query={(paging) => apiQuery(api.operatorFiles.list, { ...filter, ...paging })}
        columns={columns}
        rowKey={({ fileId }) => fileId}
        filters={
          <FilterBar
            values={values}
            onChange={setSearch}
            placeholder="会员号，9 位"
            filters={[
              { key: "use", label: "用途", choices: Object.entries(uses) },
              { key: "state", label: "状态", choices: [["blocked", "已停用"]] },
            ]}
          />
        }
        isFiltered={Object.keys(filter).length > 0}
        onClear={() => setSearch(noFilters(SPEC))}
        panel={(key, _row, close) => <FilePanel key={key} fileId={key} onClose={close} />}
        empty={{ title: "还没有图片", text: "会员上传头像、售后凭证和工单图片后出现。" }}
      />
    </FixedPage>
  );
}
