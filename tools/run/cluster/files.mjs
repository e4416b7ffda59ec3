/**
 * Writes the configuration of a local cluster: the files of `deploy/` with the ports and directories
 * of this machine.
 */
import { chownSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { pathOf } from "../paths.mjs";

/** Creates a directory that the database's account owns. */
export function makeOwned(path, account) {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  if (account) chownSync(path, account.uid, account.gid);
}

function writeOwned(path, text, account) {
  writeFileSync(path, text, { mode: 0o600 });
  if (account) chownSync(path, account.uid, account.gid);
}

/** Replaces the values of settings in a file of lines `name = value`; each must be there. */
function withValues(text, values) {
  return Object.entries(values).reduce((all, [name, value]) => {
    const line = new RegExp(`^${name} = .*$`, "m");
    if (!line.test(all)) throw new Error(`deploy/ has no setting ${name}`);
    return all.replace(line, () => `${name} = ${value}`);
  }, text);
}

const deployed = (path) => readFileSync(pathOf("deploy", path), "utf8");

/** Writes which server PgBouncer leads to: the only file that a failover changes. */
export function writeDatabases({ directory, host, ports, account }, server) {
  const text = deployed("pgbouncer/databases.ini").replaceAll(
    /host=\S+ port=\d+/g,
    `host=${host} port=${ports[server]}`,
  );
  writeOwned(`${directory}/pgbouncer/databases.ini`, text, account);
}

export function writePgbouncer(places) {
  const { directory, host, ports, account } = places;
  const home = `${directory}/pgbouncer`;
  makeOwned(home, account);
  const text = withValues(deployed("pgbouncer/pgbouncer.ini"), {
    listen_addr: host,
    listen_port: ports.pgbouncer,
    auth_type: "trust",
    auth_file: `${home}/userlist.txt`,
    logfile: `${home}/pgbouncer.log`,
    pidfile: `${home}/pgbouncer.pid`,
  }).replace("%include databases.ini", `%include ${home}/databases.ini`);
  writeOwned(`${home}/pgbouncer.ini`, text, account);
  writeOwned(
    `${home}/userlist.txt`,
    '"yunjing_app" ""\n"yunjing_owner" ""\n"pgbouncer_admin" ""\n',
    account,
  );
  writeDatabases(places, "primary");
}

/** Writes the settings of both database servers; only the primary waits for a standby. */
export function writePostgres({ directory, host, account }) {
  const home = `${directory}/postgres`;
  makeOwned(home, account);
  makeOwned(`${directory}/wal`, account);
  // Root's directories are closed to PostgreSQL's account: it runs a copy.
  copyFileSync(pathOf("deploy/backup/archive-wal"), `${home}/archive-wal`);
  if (account) chownSync(`${home}/archive-wal`, account.uid, account.gid);
  writeOwned(`${home}/roles.sql`, deployed("postgres/roles.sql"), account);
  const shared = withValues(deployed("postgres/yunjing.conf"), {
    listen_addresses: `'${host}'`,
    archive_command: `'${home}/archive-wal %p %f ${directory}/wal'`,
  });
  const local = `unix_socket_directories = ''\nhba_file = '${home}/pg_hba.conf'\n`;
  writeOwned(`${home}/standby.conf`, shared + local, account);
  const primary = deployed("postgres/yunjing-primary.conf");
  writeOwned(`${home}/primary.conf`, shared + local + primary, account);
  const hba = `host all all ${host}/32 trust\nhost replication all ${host}/32 trust\n`;
  writeOwned(`${home}/pg_hba.conf`, hba, account);
}

export function writeNginx({ directory, host, ports }) {
  const home = `${directory}/nginx`;
  mkdirSync(home, { recursive: true });
  const web = [ports["web-1"], ports["web-2"]];
  const upstream = deployed("nginx/upstream.conf").replaceAll(
    /10\.0\.0\.\d+:8080/g,
    () => `${host}:${web.shift()}`,
  );
  writeFileSync(`${home}/upstream.conf`, upstream);
  writeFileSync(
    `${home}/nginx.conf`,
    `daemon off;
pid ${home}/nginx.pid;
error_log ${home}/error.log;
worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${home}/body;
  proxy_temp_path ${home}/proxy;
  fastcgi_temp_path ${home}/fastcgi;
  uwsgi_temp_path ${home}/uwsgi;
  scgi_temp_path ${home}/scgi;
  include ${home}/upstream.conf;
  server {
    listen ${host}:${ports.proxy};
    include ${pathOf("deploy/nginx/locations.conf")};
  }
}
`,
  );
}
