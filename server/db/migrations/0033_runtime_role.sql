-- The setting `pitboss.posting` alone proves nothing: every login can change it. While `post_transfers` runs, the current user is
-- the owner of the tables; the role of the server's connections (runtime-role.ts) never is.
CREATE OR REPLACE FUNCTION "refuse_money_columns"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF current_setting('pitboss.posting', true) IS DISTINCT FROM 'on'
		OR NOT pg_has_role(current_user, (SELECT c.relowner FROM pg_class c WHERE c.oid = TG_RELID), 'USAGE') THEN
		RAISE EXCEPTION 'the amounts of users follow from transfers: use post_transfers' USING ERRCODE = '23514', CONSTRAINT = 'users_money';
	END IF;
	RETURN NEW;
END
$$;
