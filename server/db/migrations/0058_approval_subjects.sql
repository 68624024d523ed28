CREATE TABLE "approval_subjects" (
	"subject_type" text PRIMARY KEY NOT NULL,
	"subject_table" text NOT NULL,
	"row_column" text NOT NULL,
	"row_table" text NOT NULL,
	"record" text,
	"audited_as" text
);
--> statement-breakpoint
INSERT INTO "approval_subjects" ("subject_type", "subject_table", "row_column", "row_table", "record", "audited_as") VALUES
	('adjustment', 'adjustments', 'id', 'adjustments', NULL, NULL),
	('bonus_activation', 'bonuses', 'id', 'bonuses', 'bonus', 'Bonus'),
	('offer_activation', 'offers', 'id', 'offers', 'offer', 'Offers'),
	('bonus_grant', 'user_bonuses', 'id', 'user_bonuses', 'bonusGrant', 'BonusHistory'),
	('bonus_extension', 'bonus_extensions', 'grant_id', 'user_bonuses', 'bonusGrant', 'BonusHistory'),
	('offer_claim', 'offer_claims', 'id', 'offer_claims', 'offerClaim', 'OfferClaims'),
	('fortuneWheel_activation', 'fortune_wheels', 'id', 'fortune_wheels', 'fortuneWheel', 'FortuneWheel'),
	('jackpot_confirmation', 'jackpot_records', 'id', 'jackpot_records', 'jackpotRecord', 'JackpotRecords'),
	('daily_spin_void', 'daily_spins', 'id', 'daily_spins', 'dailySpin', 'DailySpinRecords'),
	('skill_spin_void', 'skill_spins', 'id', 'skill_spins', 'skillSpin', 'SkillFortuneRecords'),
	('referral_payment', 'referrals', 'id', 'referrals', 'referral', 'ReferralBonusHistory'),
	('referral_reversal', 'referrals', 'id', 'referrals', 'referral', 'ReferralBonusHistory');
--> statement-breakpoint
DROP INDEX "approvals_subject";--> statement-breakpoint
ALTER TABLE "approvals" ADD COLUMN "row_id" uuid;--> statement-breakpoint
ALTER TABLE "approvals" DISABLE TRIGGER "approvals_settle";--> statement-breakpoint
UPDATE "approvals" SET "row_id" = coalesce((SELECT e.grant_id FROM bonus_extensions e WHERE e.id = subject_id), subject_id);--> statement-breakpoint
ALTER TABLE "approvals" ENABLE TRIGGER "approvals_settle";--> statement-breakpoint
ALTER TABLE "approvals" ALTER COLUMN "row_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_subject_type_approval_subjects_subject_type_fk" FOREIGN KEY ("subject_type") REFERENCES "public"."approval_subjects"("subject_type") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "approvals_row" ON "approvals" USING btree ("row_id");--> statement-breakpoint
-- Who changed the row of an approval last: by its audit entries, and where there are none, who added it. A request and its withdrawal, a
-- place in the list and a claim change nothing of what is approved. Null: nobody of the staff.
CREATE FUNCTION "approval_editor"(a approvals) RETURNS uuid LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE
	s approval_subjects;
	beside text[] := '{requested_at,position,claimed_by,claim_until,$asked}';
	editor uuid;
BEGIN
	SELECT * INTO s FROM approval_subjects WHERE subject_type = a.subject_type;
	IF s.audited_as IS NULL THEN
		RETURN NULL;
	END IF;
	SELECT e.actor_id INTO editor FROM audit_events e JOIN staff p ON p.id = e.actor_id
		WHERE e.subject_type = s.audited_as AND e.subject_id = a.row_id::text AND e.result = 'OK'
			AND EXISTS (SELECT FROM jsonb_each(e.after) n
				WHERE n.key <> ALL (beside) AND n.value IS DISTINCT FROM coalesce(e.before->n.key, 'null'))
		ORDER BY e.id DESC LIMIT 1;
	IF editor IS NULL THEN
		EXECUTE format('SELECT p.id FROM %I r JOIN staff p ON p.id = r.created_by WHERE r.id = $1', s.row_table) INTO editor USING a.row_id;
	END IF;
	RETURN editor;
END
$$;
--> statement-breakpoint
-- As before, and whoever has changed the row last, also after the request, does not decide either.
CREATE OR REPLACE FUNCTION "approval_refusal"(a approvals, person uuid, at timestamptz) RETURNS text LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
	SELECT CASE
		WHEN a.status <> 'PENDING' OR a.expires_at <= greatest(at, now()) THEN 'approval_settled'
		WHEN person = a.requested_by OR person = a.edited_by OR person = approval_editor(a) THEN 'approval_own'
		WHEN EXISTS (SELECT FROM approval_decisions d WHERE d.approval_id = a.id AND d.staff_id = person) THEN 'approval_decided'
		ELSE approval_right_refusal(a, person)
		END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "start_approval"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	p approval_policies;
	s approval_subjects;
	refused text;
BEGIN
	SELECT * INTO p FROM approval_policies WHERE policy = NEW.policy;
	SELECT * INTO s FROM approval_subjects WHERE subject_type = NEW.subject_type;
	IF FOUND THEN
		EXECUTE format('SELECT %I FROM %I WHERE id = $1', s.row_column, s.subject_table) INTO NEW.row_id USING NEW.subject_id;
	END IF;
	IF NEW.row_id IS NULL THEN
		RAISE EXCEPTION 'there is no % %', NEW.subject_type, NEW.subject_id USING ERRCODE = '23514', CONSTRAINT = 'approval_subject';
	END IF;
	NEW.edited_by := nullif(approval_editor(NEW), NEW.requested_by);
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
	-- What the rest of this transaction writes to the row is part of the request.
	PERFORM set_config('pitboss.requested', concat_ws(' ', current_setting('pitboss.requested', true), NEW.id), true);
	RETURN NEW;
END
$$;
--> statement-breakpoint
-- Locks the row of an approval, then the approval, in the order of a change of the row, so that both wait for each other.
CREATE FUNCTION "lock_approval"(approval uuid) RETURNS void LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	held record;
BEGIN
	SELECT s.row_table, a.row_id INTO held FROM approvals a JOIN approval_subjects s USING (subject_type) WHERE a.id = approval;
	IF FOUND THEN
		EXECUTE format('SELECT FROM %I WHERE id = $1 FOR NO KEY UPDATE', held.row_table) USING held.row_id;
		PERFORM FROM approvals WHERE id = approval FOR UPDATE;
	END IF;
END
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "check_decision"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	a approvals;
	refused text;
BEGIN
	PERFORM lock_approval(NEW.approval_id);
	SELECT * INTO a FROM approvals WHERE id = NEW.approval_id;
	refused := approval_refusal(a, NEW.staff_id, NEW.at);
	IF refused IS NOT NULL THEN
		RAISE EXCEPTION 'this person may not decide this approval' USING ERRCODE = '23514', CONSTRAINT = refused;
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
-- For each table of `approval_subjects`: a change of a row cancels what waits for approval there, whoever or whatever writes it. Versions,
-- places and claims are no change; nor are the columns in the argument, which the platform derives.
CREATE FUNCTION "cancel_approvals"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	beside text[] := '{version,version_no,updated_at,search_text,position,claimed_by,claim_until}'::text[] || TG_ARGV[0]::text[];
BEGIN
	IF to_jsonb(NEW) - beside <> to_jsonb(OLD) - beside THEN
		UPDATE approvals a SET status = 'CANCELLED' WHERE a.row_id = NEW.id AND a.status = 'PENDING'
			AND a.id::text <> ALL (string_to_array(coalesce(current_setting('pitboss.requested', true), ''), ' '));
	END IF;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "adjustments_approvals" AFTER UPDATE ON "adjustments" FOR EACH ROW EXECUTE FUNCTION "cancel_approvals"('{}');--> statement-breakpoint
CREATE TRIGGER "bonuses_approvals" AFTER UPDATE ON "bonuses" FOR EACH ROW EXECUTE FUNCTION "cancel_approvals"('{}');--> statement-breakpoint
CREATE TRIGGER "offers_approvals" AFTER UPDATE ON "offers" FOR EACH ROW EXECUTE FUNCTION "cancel_approvals"('{}');--> statement-breakpoint
CREATE TRIGGER "user_bonuses_approvals" AFTER UPDATE ON "user_bonuses" FOR EACH ROW EXECUTE FUNCTION "cancel_approvals"('{wagered}');--> statement-breakpoint
CREATE TRIGGER "offer_claims_approvals" AFTER UPDATE ON "offer_claims" FOR EACH ROW EXECUTE FUNCTION "cancel_approvals"('{}');--> statement-breakpoint
CREATE TRIGGER "fortune_wheels_approvals" AFTER UPDATE ON "fortune_wheels" FOR EACH ROW EXECUTE FUNCTION "cancel_approvals"('{}');--> statement-breakpoint
CREATE TRIGGER "jackpot_records_approvals" AFTER UPDATE ON "jackpot_records" FOR EACH ROW EXECUTE FUNCTION "cancel_approvals"('{}');--> statement-breakpoint
CREATE TRIGGER "daily_spins_approvals" AFTER UPDATE ON "daily_spins" FOR EACH ROW EXECUTE FUNCTION "cancel_approvals"('{}');--> statement-breakpoint
CREATE TRIGGER "skill_spins_approvals" AFTER UPDATE ON "skill_spins" FOR EACH ROW EXECUTE FUNCTION "cancel_approvals"('{}');--> statement-breakpoint
CREATE TRIGGER "referrals_approvals" AFTER UPDATE ON "referrals" FOR EACH ROW EXECUTE FUNCTION "cancel_approvals"('{checked_at}');--> statement-breakpoint
-- What was approved never changes.
CREATE FUNCTION "keep_adjustment"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF EXISTS (SELECT FROM approvals a WHERE a.row_id = NEW.id AND a.status = 'APPROVED') THEN
		RAISE EXCEPTION 'what was approved never changes' USING ERRCODE = '23514', CONSTRAINT = 'approval_immutable';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
DROP TRIGGER "adjustments_change" ON "adjustments";--> statement-breakpoint
CREATE TRIGGER "adjustments_change" BEFORE UPDATE ON "adjustments" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*)
	EXECUTE FUNCTION "keep_adjustment"();--> statement-breakpoint
DROP FUNCTION "cancel_approval"();--> statement-breakpoint
-- As before; that a change cancels the request is the trigger of every table of `approval_subjects`.
CREATE OR REPLACE FUNCTION "keep_activation"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	beside text[] := '{requested_at,activated_at,position,search_text,version,version_no,updated_at}';
BEGIN
	IF OLD.activated_at IS NOT NULL THEN
		IF NEW.activated_at IS DISTINCT FROM OLD.activated_at THEN
			RAISE EXCEPTION 'what is active stays activated' USING ERRCODE = '23514', CONSTRAINT = 'activation_immutable';
		END IF;
		RETURN NEW;
	END IF;
	IF NEW.activated_at IS NOT NULL AND NOT EXISTS (SELECT FROM approvals a
		WHERE a.subject_type = TG_ARGV[0] AND a.subject_id = NEW.id AND a.status = 'APPROVED') THEN
		RAISE EXCEPTION 'an activation needs its approval' USING ERRCODE = '23514', CONSTRAINT = 'activation_unapproved';
	END IF;
	IF to_jsonb(NEW) - beside <> to_jsonb(OLD) - beside THEN
		IF NEW.activated_at IS NOT NULL THEN
			RAISE EXCEPTION 'what was approved is activated as it is' USING ERRCODE = '23514', CONSTRAINT = 'activation_immutable';
		END IF;
		NEW.requested_at := NULL;
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
-- Tells of a cancelled approval once the transaction is committed: `by` is who acts in it (`pitboss.actor`), null where nobody does.
CREATE FUNCTION "tell_cancelled"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	INSERT INTO outbox (id, topic, payload) VALUES (gen_random_uuid(), 'approvalCancelled',
		jsonb_build_object('id', NEW.id, 'by', nullif(current_setting('pitboss.actor', true), '')));
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "approvals_cancelled" AFTER UPDATE ON "approvals" FOR EACH ROW WHEN (NEW.status = 'CANCELLED' AND OLD.status = 'PENDING')
	EXECUTE FUNCTION "tell_cancelled"();

--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "about_record" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "about_id" uuid;
