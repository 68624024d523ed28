ALTER TABLE "brand_categories" ADD COLUMN "meta_title" text;--> statement-breakpoint
ALTER TABLE "brand_categories" ADD COLUMN "meta_description" text;--> statement-breakpoint
ALTER TABLE "brand_categories" ADD COLUMN "canonical_url" text;--> statement-breakpoint
ALTER TABLE "brand_categories" ADD COLUMN "og_image_id" uuid;--> statement-breakpoint
ALTER TABLE "brand_categories" ADD COLUMN "noindex" boolean;