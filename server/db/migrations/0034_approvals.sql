CREATE TABLE "adjustments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"direction" text NOT NULL,
	"account" text NOT NULL,
	"amount" numeric(17, 2) NOT NULL,
	"reason_code" text NOT NULL,
	"note" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "adjustments_amount" CHECK (amount > 0),
	CONSTRAINT "adjustments_direction" CHECK (direction in ('UP', 'DOWN')),
	CONSTRAINT "adjustments_account" CHECK (account = 'CASH')
);
--> statement-breakpoint
CREATE TABLE "approval_decisions" (
	"approval_id" uuid NOT NULL,
	"staff_id" uuid NOT NULL,
	"decision" text NOT NULL,
	"reason" text,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "approval_decisions_approval_id_staff_id_pk" PRIMARY KEY("approval_id","staff_id"),
	CONSTRAINT "approval_decisions_decision" CHECK (decision in ('APPROVED', 'REJECTED'))
);
--> statement-breakpoint
CREATE TABLE "approval_policies" (
	"policy" text PRIMARY KEY NOT NULL,
	"alone_up_to" numeric(17, 2),
	"one_up_to" numeric(17, 2),
	"step_up_from" numeric(17, 2)
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"policy" text NOT NULL,
	"subject_type" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"permission_subject" text NOT NULL,
	"record" text NOT NULL,
	"record_id" uuid NOT NULL,
	"store_code" text,
	"title" text NOT NULL,
	"details" jsonb NOT NULL,
	"amount" numeric(17, 2) NOT NULL,
	"currency" text NOT NULL,
	"requested_by" uuid NOT NULL,
	"edited_by" uuid,
	"requested_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"required" integer NOT NULL,
	"needs_step_up" boolean NOT NULL,
	"status" text NOT NULL,
	"settled_at" timestamp (3) with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "approvals_amount" CHECK (amount >= 0),
	CONSTRAINT "approvals_required" CHECK (required between 0 and 2),
	CONSTRAINT "approvals_status" CHECK (status in ('PENDING', 'APPROVED', 'REJECTED', 'EXPIRED', 'CANCELLED'))
);
--> statement-breakpoint
ALTER TABLE "permission_sets" ADD COLUMN "approval_limits" jsonb DEFAULT '[]' NOT NULL;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "adjustments" ADD CONSTRAINT "adjustments_requested_by_staff_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_decisions" ADD CONSTRAINT "approval_decisions_approval_id_approvals_id_fk" FOREIGN KEY ("approval_id") REFERENCES "public"."approvals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approval_decisions" ADD CONSTRAINT "approval_decisions_staff_id_staff_id_fk" FOREIGN KEY ("staff_id") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_policy_approval_policies_policy_fk" FOREIGN KEY ("policy") REFERENCES "public"."approval_policies"("policy") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_requested_by_staff_id_fk" FOREIGN KEY ("requested_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_edited_by_staff_id_fk" FOREIGN KEY ("edited_by") REFERENCES "public"."staff"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "adjustments_user" ON "adjustments" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "approvals_pending" ON "approvals" USING btree ("subject_type","subject_id") WHERE status = 'PENDING';--> statement-breakpoint
CREATE INDEX "approvals_expiring" ON "approvals" USING btree ("expires_at") WHERE status = 'PENDING';--> statement-breakpoint
INSERT INTO "approval_policies" ("policy", "alone_up_to", "one_up_to", "step_up_from") VALUES
	('ADJUSTMENT', NULL, 500, 500),
	('BONUS', 100, 1000, 1000),
	('OFFER', NULL, NULL, 1000),
	('PROMOTION', NULL, 10000, 10000),
	('REFERRAL', NULL, NULL, 1000),
	('JACKPOT', 100, 1000, 1000),
	('SPIN_VOID', NULL, NULL, NULL),
	('WHEEL', NULL, 1000, 1000);
--> statement-breakpoint
-- Why a person lacks the right to decide, whoever requested it: 'approval_right' or 'approval_limit'; null where they have both. The
-- right, the stores and the limit are those of the sets of their role and of their own set, at this moment.
CREATE FUNCTION "approval_right_refusal"(a approvals, person uuid) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	WITH me AS (SELECT s.id, s.role, s.store FROM staff s WHERE s.id = person AND NOT s.is_deleted),
	sets AS (
		SELECT p.entries, p.approval_limits, me.role, me.store, p.store_scope, p.store_codes
		FROM me JOIN permission_sets p ON me.role = ANY (p.assigned_roles) OR me.id = ANY (p.assigned_user_ids)
	)
	SELECT CASE
		WHEN NOT EXISTS (SELECT FROM sets, jsonb_array_elements(sets.entries) e
				WHERE e->>'action' = 'update' AND e->>'subject' IN (a.permission_subject, '*'))
			OR NOT EXISTS (SELECT FROM sets WHERE (sets.role <> 'THIRD_PARTY_ADMIN' AND sets.store_scope = 'ALL') OR a.store_code = sets.store
				OR (sets.role <> 'THIRD_PARTY_ADMIN' AND sets.store_scope = 'LIST' AND a.store_code = ANY (sets.store_codes)))
			THEN 'approval_right'
		WHEN NOT EXISTS (SELECT FROM sets, jsonb_array_elements(sets.approval_limits) l
				WHERE l->>'policy' = a.policy AND coalesce((l->>'up_to')::numeric, 'Infinity') >= a.amount)
			THEN 'approval_limit'
		END
$$;
--> statement-breakpoint
-- Why a person may not decide an approval; null where they may. Of two clocks, the server's and the database's, the later one counts.
CREATE FUNCTION "approval_refusal"(a approvals, person uuid, at timestamptz) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	SELECT CASE
		WHEN a.status <> 'PENDING' OR a.expires_at <= greatest(at, now()) THEN 'approval_settled'
		WHEN person = a.requested_by OR person = a.edited_by THEN 'approval_own'
		WHEN EXISTS (SELECT FROM approval_decisions d WHERE d.approval_id = a.id AND d.staff_id = person) THEN 'approval_decided'
		ELSE approval_right_refusal(a, person)
		END
$$;
--> statement-breakpoint
-- The approvals of those who may still decide: one who has lost the right or the limit no longer counts.
CREATE FUNCTION "approvals_given"(a approvals) RETURNS bigint LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	SELECT count(*) FROM approval_decisions d
		WHERE d.approval_id = a.id AND d.decision = 'APPROVED' AND approval_right_refusal(a, d.staff_id) IS NULL
$$;
--> statement-breakpoint
CREATE FUNCTION "start_approval"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	p approval_policies;
	refused text;
BEGIN
	SELECT * INTO p FROM approval_policies WHERE policy = NEW.policy;
	NEW.required := CASE WHEN NEW.amount <= p.alone_up_to THEN 0 WHEN p.one_up_to IS NULL OR NEW.amount <= p.one_up_to THEN 1 ELSE 2 END;
	NEW.needs_step_up := coalesce(NEW.amount >= p.step_up_from, false);
	NEW.expires_at := NEW.requested_at + interval '72 hours';
	NEW.version := 1;
	NEW.status := 'PENDING';
	NEW.settled_at := NULL;
	IF NEW.required = 0 THEN
		refused := approval_right_refusal(NEW, NEW.requested_by);
		IF refused IS NOT NULL THEN
			RAISE EXCEPTION 'whoever acts alone needs the right and the limit' USING ERRCODE = '23514', CONSTRAINT = refused;
		END IF;
		NEW.status := 'APPROVED';
		NEW.settled_at := NEW.requested_at;
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "approvals_start" BEFORE INSERT ON "approvals" FOR EACH ROW EXECUTE FUNCTION "start_approval"();
--> statement-breakpoint
CREATE FUNCTION "settle_approval"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF to_jsonb(NEW) - '{status,settled_at,version}'::text[] <> to_jsonb(OLD) - '{status,settled_at,version}'::text[] THEN
		RAISE EXCEPTION 'what is to be approved never changes' USING ERRCODE = '23514', CONSTRAINT = 'approval_immutable';
	END IF;
	IF OLD.status <> 'PENDING' THEN
		RAISE EXCEPTION 'the approval is settled' USING ERRCODE = '23514', CONSTRAINT = 'approval_settled';
	END IF;
	NEW.version := OLD.version + 1;
	IF NEW.status = 'PENDING' THEN
		NEW.settled_at := NULL;
		RETURN NEW;
	END IF;
	NEW.settled_at := coalesce(NEW.settled_at, now());
	IF NOT (CASE NEW.status
		WHEN 'APPROVED' THEN approvals_given(OLD) >= OLD.required AND OLD.expires_at > greatest(NEW.settled_at, now())
		WHEN 'REJECTED' THEN EXISTS (SELECT FROM approval_decisions d WHERE d.approval_id = OLD.id AND d.decision = 'REJECTED')
		WHEN 'EXPIRED' THEN OLD.expires_at <= greatest(NEW.settled_at, now())
		ELSE true END) THEN
		RAISE EXCEPTION 'the decisions do not allow this status' USING ERRCODE = '23514', CONSTRAINT = 'approval_undecided';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "approvals_settle" BEFORE UPDATE ON "approvals" FOR EACH ROW EXECUTE FUNCTION "settle_approval"();
--> statement-breakpoint
-- Two decisions about one approval wait for each other at its row; the second one sees what the first one has made of it.
CREATE FUNCTION "check_decision"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	a approvals;
	refused text;
BEGIN
	SELECT * INTO a FROM approvals WHERE id = NEW.approval_id FOR UPDATE;
	refused := approval_refusal(a, NEW.staff_id, NEW.at);
	IF refused IS NOT NULL THEN
		RAISE EXCEPTION 'this person may not decide this approval' USING ERRCODE = '23514', CONSTRAINT = refused;
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "approval_decisions_check" BEFORE INSERT ON "approval_decisions" FOR EACH ROW EXECUTE FUNCTION "check_decision"();
--> statement-breakpoint
CREATE FUNCTION "count_decision"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	UPDATE approvals a SET
		status = CASE WHEN NEW.decision = 'REJECTED' THEN 'REJECTED' WHEN approvals_given(a) >= a.required THEN 'APPROVED' ELSE 'PENDING' END,
		settled_at = NEW.at
		WHERE a.id = NEW.approval_id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "approval_decisions_count" AFTER INSERT ON "approval_decisions" FOR EACH ROW EXECUTE FUNCTION "count_decision"();
--> statement-breakpoint
CREATE FUNCTION "refuse_approval_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are never changed or removed', TG_TABLE_NAME USING ERRCODE = '23514', CONSTRAINT = 'approval_immutable';
END
$$;
--> statement-breakpoint
CREATE TRIGGER "approval_decisions_kept" BEFORE UPDATE OR DELETE ON "approval_decisions" FOR EACH ROW EXECUTE FUNCTION "refuse_approval_change"();
--> statement-breakpoint
CREATE TRIGGER "approvals_kept" BEFORE DELETE ON "approvals" FOR EACH ROW EXECUTE FUNCTION "refuse_approval_change"();
--> statement-breakpoint
CREATE TRIGGER "adjustments_kept" BEFORE DELETE ON "adjustments" FOR EACH ROW EXECUTE FUNCTION "refuse_approval_change"();
--> statement-breakpoint
-- For any table whose rows are approved: a change of a row cancels its pending approval; an approved row never changes. The argument is
-- the subject_type of its approvals.
CREATE FUNCTION "cancel_approval"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	PERFORM FROM approvals a WHERE a.subject_type = TG_ARGV[0] AND a.subject_id = NEW.id ORDER BY a.id FOR UPDATE;
	IF EXISTS (SELECT FROM approvals a WHERE a.subject_type = TG_ARGV[0] AND a.subject_id = NEW.id AND a.status = 'APPROVED') THEN
		RAISE EXCEPTION 'what was approved never changes' USING ERRCODE = '23514', CONSTRAINT = 'approval_immutable';
	END IF;
	UPDATE approvals a SET status = 'CANCELLED'
		WHERE a.subject_type = TG_ARGV[0] AND a.subject_id = NEW.id AND a.status = 'PENDING';
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "adjustments_change" BEFORE UPDATE ON "adjustments" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
	EXECUTE FUNCTION "cancel_approval"('adjustment');
