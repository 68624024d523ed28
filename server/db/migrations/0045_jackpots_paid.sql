ALTER TABLE "jackpot_records" ADD COLUMN "paid_at" timestamp (3) with time zone;
--> statement-breakpoint
-- What was reported never changes; a jackpot is confirmed with its approval, and paid once it is confirmed.
CREATE FUNCTION "keep_jackpot"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF (NEW.id, NEW.hit_id, NEW.user_id, NEW.amount, NEW.hit_at) IS DISTINCT FROM (OLD.id, OLD.hit_id, OLD.user_id, OLD.amount, OLD.hit_at) THEN
		RAISE EXCEPTION 'what was reported never changes' USING ERRCODE = '23514', CONSTRAINT = 'jackpot_immutable';
	END IF;
	IF OLD.status <> NEW.status AND NOT (
		(OLD.status = 'PENDING_REVIEW' AND NEW.status = 'HELD') OR (OLD.status = 'HELD' AND NEW.status = 'PENDING_REVIEW')
		OR (OLD.status = 'CONFIRMED' AND NEW.status = 'PAID')
		OR (OLD.status = 'PENDING_REVIEW' AND NEW.status = 'CONFIRMED' AND EXISTS (SELECT FROM approvals a
			WHERE a.subject_type = 'jackpot_confirmation' AND a.subject_id = NEW.id AND a.status = 'APPROVED'))) THEN
		RAISE EXCEPTION 'a jackpot does not change from % to %', OLD.status, NEW.status USING ERRCODE = '23514', CONSTRAINT = 'jackpot_status';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "jackpot_records_change" BEFORE UPDATE ON "jackpot_records" FOR EACH ROW EXECUTE FUNCTION "keep_jackpot"();
