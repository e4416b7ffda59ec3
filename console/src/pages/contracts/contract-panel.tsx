/** One set of terms: the texts that members read, the benefits that use it, and its versions. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api, apiQuery } from "../../api/client.ts";
import { Button } from "../../parts/button.tsx";
import { timeText } from "../../parts/format.ts";
import { Gate } from "../../parts/gate.tsx";
import { Facts, Notice, Panel, Section } from "../../parts/panel.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import type { Row } from "./contract-form.tsx";
import { ContractTexts } from "./contract-texts.tsx";

const pathOf = (benefitId: string): string => `/goods/${benefitId}`;

export function ContractPanel(props: {
  readonly row: Row;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}) {
  const { row } = props;
  const query = useQuery(apiQuery(api.operatorContracts.detail, { code: row.code }));
  const { data } = query;
  return (
    <Panel
      title={row.name}
      text={`${row.code} · 第 ${row.version} 版 · ${row.changedBy.name} ${timeText(row.changedAt)}`}
      onClose={props.onClose}
      foot={
        <Gate may="catalog:edit">
          <Button look="solid" onClick={props.onEdit}>
            修改合约
          </Button>
        </Gate>
      }
    >
      {row.behind > 0 && (
        <Notice tone="warn">
          {row.behind} 个商品还按旧版本卖：打开商品，在「供应与履约」里更新并发布。
        </Notice>
      )}
      {query.isError && <Failed failure={query.error} onRetry={() => void query.refetch()} />}
      {!data && !query.isError && <Skeleton rows={6} />}
      {data && (
        <>
          <ContractTexts texts={data.texts} />
          <Section title="使用的商品">
            {data.inUse.length === 0 ? (
              <p>还没有在售商品用它。</p>
            ) : (
              <Facts
                rows={data.inUse.map(({ benefitId, title, version }) => [
                  version === row.version ? "最新" : `第 ${version} 版`,
                  <Link key={benefitId} to={pathOf(benefitId)}>
                    {title}
                  </Link>,
                ])}
              />
            )}
          </Section>
          <Section title="版本">
            <Facts
              rows={data.versions.map(({ version, at, by, reason }) => [
                `第 ${version} 版`,
                timeText(at),
                `${by.name}：${reason}`,
              ])}
            />
          </Section>
        </>
      )}
    </Panel>
  );
}
