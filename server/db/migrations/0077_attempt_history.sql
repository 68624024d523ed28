ALTER TABLE "connected_rails" ADD COLUMN "found" text;
--> statement-breakpoint
-- What an attempt was asked to do never changes, and what became of it is final: money follows from it once. Only one that was not sent goes.
CREATE FUNCTION "keep_rail_attempt"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
	IF TG_OP = 'DELETE' THEN
		IF OLD.state <> 'QUEUED' THEN
			RAISE EXCEPTION 'an attempt that was sent is never removed' USING ERRCODE = '23514', CONSTRAINT = 'rail_attempt_immutable';
		END IF;
		RETURN OLD;
	END IF;
	IF (NEW.id, NEW.order_type, NEW.order_id, NEW.store_code, NEW.number, NEW.reference, NEW.rail, NEW.unit, NEW.created_at)
		IS DISTINCT FROM (OLD.id, OLD.order_type, OLD.order_id, OLD.store_code, OLD.number, OLD.reference, OLD.rail, OLD.unit, OLD.created_at)
		-- What was moved is known when it is done: two people may say that it was less.
		OR (NEW.amount IS DISTINCT FROM OLD.amount AND NOT (OLD.state <> 'DONE' AND NEW.state = 'DONE')) THEN
		RAISE EXCEPTION 'what an attempt was asked to do never changes' USING ERRCODE = '23514', CONSTRAINT = 'rail_attempt_immutable';
	END IF;
	IF NEW.state <> OLD.state AND (OLD.state IN ('DONE', 'FAILED')
		-- Sent again, it could move twice.
		OR (NEW.state = 'QUEUED' AND OLD.state <> 'SENDING')
		OR (OLD.state = 'QUEUED' AND NEW.state <> 'SENDING')) THEN
		RAISE EXCEPTION 'an attempt does not change from % to %', OLD.state, NEW.state
			USING ERRCODE = '23514', CONSTRAINT = 'rail_attempt_state';
	END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "rail_attempts_change" BEFORE UPDATE OR DELETE ON "rail_attempts" FOR EACH ROW EXECUTE FUNCTION "keep_rail_attempt"();
