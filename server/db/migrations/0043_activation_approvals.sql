ALTER TABLE "bonuses" ADD COLUMN "requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "requested_at" timestamp (3) with time zone;
--> statement-breakpoint
-- For campaigns whose activation other people approve: a row becomes active once, with an approval, and stays so; a change of what is to be
-- approved makes it a draft again and cancels the approval. The argument is the subject_type of its approvals.
CREATE FUNCTION "keep_activation"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
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
		UPDATE approvals a SET status = 'CANCELLED'
			WHERE a.subject_type = TG_ARGV[0] AND a.subject_id = NEW.id AND a.status = 'PENDING';
		NEW.requested_at := NULL;
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "bonuses_activation" BEFORE UPDATE ON "bonuses" FOR EACH ROW EXECUTE FUNCTION "keep_activation"('bonus_activation');
--> statement-breakpoint
CREATE TRIGGER "offers_activation" BEFORE UPDATE ON "offers" FOR EACH ROW EXECUTE FUNCTION "keep_activation"('offer_activation');
