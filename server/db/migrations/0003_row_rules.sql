-- Where a person has several running shifts, only the one that was started last goes on.
UPDATE "shifts" SET "status" = 'AUTO_CLOSED', "ended_at" = now(), "updated_at" = now(), "version" = "version" + 1 WHERE "id" IN (
	SELECT "id" FROM (SELECT "id", row_number() OVER (PARTITION BY "staff_id" ORDER BY "started_at" DESC NULLS LAST, "id" DESC) AS "place" FROM "shifts" WHERE "status" IN ('STARTED', 'HANDOVER_PENDING')) AS "running" WHERE "place" > 1);--> statement-breakpoint
CREATE UNIQUE INDEX "shifts_one_running" ON "shifts" USING btree ("staff_id") WHERE status in ('STARTED', 'HANDOVER_PENDING');--> statement-breakpoint
-- Refuses a change after which no enabled SUPER_ADMIN holds every right. The lock makes two such changes follow each other,
-- and the second one sees what the first one did.
CREATE FUNCTION "keep_super_admin"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM pg_advisory_xact_lock(7402115);
	IF NOT EXISTS (
		SELECT FROM staff t WHERE t.role = 'SUPER_ADMIN' AND NOT t.is_deleted AND (
			SELECT count(DISTINCT e->>'action') FROM permission_sets s, jsonb_array_elements(s.entries) e
			WHERE ('SUPER_ADMIN' = ANY (s.assigned_roles) OR t.id = ANY (s.assigned_user_ids))
				AND e->>'subject' = '*' AND e->'fields' ? '*' AND e->>'action' IN ('create', 'read', 'update', 'delete')) = 4
	) THEN
		RAISE EXCEPTION 'no active SUPER_ADMIN with every right would be left' USING ERRCODE = 'check_violation', CONSTRAINT = 'last_super_admin';
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "staff_keep_super_admin" AFTER UPDATE OF "role", "is_deleted" ON "staff" FOR EACH ROW
	WHEN (old.role = 'SUPER_ADMIN' AND NOT old.is_deleted AND (new.is_deleted OR new.role <> 'SUPER_ADMIN')) EXECUTE FUNCTION "keep_super_admin"();--> statement-breakpoint
CREATE TRIGGER "staff_keep_super_admin_row" AFTER DELETE ON "staff" FOR EACH ROW
	WHEN (old.role = 'SUPER_ADMIN' AND NOT old.is_deleted) EXECUTE FUNCTION "keep_super_admin"();--> statement-breakpoint
CREATE TRIGGER "permission_sets_keep_super_admin" AFTER UPDATE OR DELETE ON "permission_sets" FOR EACH STATEMENT EXECUTE FUNCTION "keep_super_admin"();
