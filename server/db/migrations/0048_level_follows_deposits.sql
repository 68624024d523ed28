-- The level of a user follows the deposits (catalogue, /user-levels), whatever posts them: in the same transaction, with an entry in
-- the history. A level that staff set stays, and a user who keeps a level can only move up.
CREATE FUNCTION "follow_deposits"() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
	reached record;
	-- A generated column has no value before the update.
	store_of text := coalesce(NEW.third_party_store_code, NEW.store_code);
BEGIN
	-- A change of the levels of a store waits for deposits that read them, and they for it (user-level.ts).
	PERFORM pg_advisory_xact_lock_shared(hashtext('user levels ' || coalesce(store_of, '')));
	SELECT l.id, l.min_total_deposit > coalesce(o.min_total_deposit, -1) AS is_up INTO reached
		FROM user_levels l LEFT JOIN user_levels o ON o.id = NEW.user_level_id
		WHERE l.store_code IS NOT DISTINCT FROM store_of AND NOT l.is_deleted AND l.min_total_deposit <= NEW.total_deposit
		ORDER BY l.min_total_deposit DESC LIMIT 1;
	IF reached.id IS NULL OR reached.id = NEW.user_level_id OR (NEW.level_kept AND NOT reached.is_up) THEN RETURN NEW; END IF;
	INSERT INTO audit_events (id, at, actor_id, action, subject_type, subject_id, before, after, ip, request_id)
		VALUES (uuid_v7(clock_timestamp()), date_trunc('milliseconds', clock_timestamp()), NULL, 'level', 'Users', NEW.id::text,
			jsonb_build_object('user_level', OLD.user_level_id), jsonb_build_object('user_level', reached.id), '', '');
	NEW.user_level_id := reached.id;
	NEW.level_kept := NEW.level_kept AND NOT reached.is_up;
	RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "users_level_follows" BEFORE UPDATE OF "total_deposit" ON "users" FOR EACH ROW
	WHEN (OLD.total_deposit <> NEW.total_deposit AND NOT NEW.level_pinned) EXECUTE FUNCTION "follow_deposits"();
