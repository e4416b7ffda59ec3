-- The roles and the database of the product, once, as a superuser of the primary. Set the passwords
-- afterwards with \password. The migrations create the tables and grants.
-- The standby that commits wait for may not exist yet.
SET synchronous_commit = local;
CREATE ROLE yunjing_owner LOGIN CREATEROLE;
CREATE ROLE yunjing_app LOGIN;
CREATE ROLE yunjing_replica LOGIN REPLICATION;
GRANT yunjing_app TO yunjing_owner WITH ADMIN OPTION;
CREATE DATABASE yunjing OWNER yunjing_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8';
