# PgBouncer of Debian, which runs as its account postgres.
FROM debian:bookworm-slim
RUN apt-get update && apt-get install -y --no-install-recommends pgbouncer \
  && rm -rf /var/lib/apt/lists/* && mkdir -p /run/pgbouncer && chown postgres:postgres /run/pgbouncer
USER postgres
WORKDIR /etc/pgbouncer
CMD ["pgbouncer", "/etc/pgbouncer/pgbouncer.ini"]
