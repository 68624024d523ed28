ALTER TABLE "games" ADD COLUMN "thumbnail_id" uuid;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "screenshot_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "og_image_id" uuid;