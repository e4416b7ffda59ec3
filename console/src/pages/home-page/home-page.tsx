/** 首页装修: the home page's draft in its editor; loads it again after a publication. */
import { useQuery } from "@tanstack/react-query";
import { api, apiQuery } from "../../api/client.ts";
import { PageHead } from "../../parts/page-head.tsx";
import { Failed, Skeleton } from "../../parts/state.tsx";
import { Editor } from "./editor.tsx";

export default function HomePagePage() {
  const query = useQuery(apiQuery(api.operatorHomePage.detail, {}));
  if (query.isError) {
    return (
      <>
        <PageHead title="首页装修" />
        <Failed failure={query.error} onRetry={() => void query.refetch()} />
      </>
    );
  }
  const home = query.data;
  if (!home) return <Skeleton rows={8} tall />;
  const { version, nextVersion, waiting } = home;
  return <Editor key={`${version} ${nextVersion} ${waiting?.version}`} home={home} />;
}
