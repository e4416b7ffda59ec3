/** Pictures as evidence, by links that hold for ten minutes. */
import styles from "./evidence.module.css";

export function Evidence(props: { readonly urls: readonly string[] }) {
  const { urls } = props;
  if (urls.length === 0) return null;
  return (
    <div className={styles.evidence}>
      {urls.map((url, place) => (
        <a key={url} href={url} target="_blank" rel="noreferrer">
          <img src={url} alt={`凭证 ${place + 1}`} width={48} height={48} />
        </a>
      ))}
      <span>{urls.length} 张凭证，链接 10 分钟有效</span>
    </div>
  );
}
